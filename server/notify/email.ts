import { createTransport } from 'nodemailer';
import type { Carrier } from './carrier.ts';
import { notifyTunables } from './tunables.ts';

/** Mails of one run or review belong to one conversation in the reader's program. */
function threadOf({ review, run }: { review: number | null; run: { id: string } | null }): string {
  return review !== null ? `review-${review}` : `run-${run?.id ?? 'none'}`;
}

/** A plain mail to all addresses of the channel. */
export const email: Carrier<'email'> = async ({ delivery, notice, words, url }, { config, secret }) => {
  const { host, port, security, user, from, to } = config;
  const transport = createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user === undefined ? {} : { auth: { user, pass: secret ?? '' } }),
    connectionTimeout: notifyTunables.answerWithinMs,
    greetingTimeout: notifyTunables.answerWithinMs,
    socketTimeout: notifyTunables.answerWithinMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.slice(from.lastIndexOf('@') + 1);
  const thread = `<${threadOf(notice)}@${domain}>`;
  try {
    const { response } = await transport.sendMail({
      from: { name: 'Firmloop', address: from },
      to: [...to],
      subject: words.title,
      text: [words.text, url].filter(Boolean).join('\n\n'),
      messageId: `<${delivery}@${domain}>`,
      references: [thread],
      headers: { 'auto-submitted': 'auto-generated', 'x-firmloop-event': notice.kind, 'x-firmloop-delivery': delivery },
    });
    return { ok: true, detail: response };
  } finally {
    transport.close();
  }
};
