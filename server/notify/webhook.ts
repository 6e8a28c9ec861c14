import { slackPayload } from '#lib/notify/slack-payload.ts';
import { webhookPayload } from '#lib/notify/webhook-payload.ts';
import type { Carrier, Outcome } from './carrier.ts';
import { type Answer, postJson } from './post-json.ts';
import { signedHeaders } from './sign.ts';

/** A JSON body with everything, signed. */
export const webhook: Carrier<'webhook'> = async ({ delivery, notice, words, url }, { config, secret }, options) => {
  const body = JSON.stringify(webhookPayload(notice, words, { delivery, url }));
  const headers = {
    'x-firmloop-event': notice.kind,
    'x-firmloop-delivery': delivery,
    ...signedHeaders(body, secret, new Date()),
  };
  return outcomeOf(await postJson(config.url, { body, headers, ...options }));
};

/** One message with a link, as Slack and those who imitate it take it. */
export const slack: Carrier<'slack'> = async ({ words, url }, { config }, options) =>
  outcomeOf(await postJson(config.url, { body: JSON.stringify(slackPayload(words, url)), headers: {}, ...options }));

/** A receiver that says that it does not want this will not want it later; one that is busy or broken may. */
function outcomeOf({ status, text }: Answer): Outcome {
  const detail = `${status}${text === '' ? '' : ` ${text}`}`;
  if (status >= 200 && status < 300) return { ok: true, detail };
  const mayChange = status >= 500 || status === 408 || status === 425 || status === 429;
  return { ok: false, detail, final: !mayChange };
}
