import type { CodingReport } from './report.ts';

/** How much of a text is kept: the answer stands at its end. */
const keptChars = 64 * 1024;

/** Agents that print text: what they say last counts, and their exit code says whether they are done well. */
export function readText(report: CodingReport, text: string): CodingReport {
  return { ...report, text: (report.text + text).slice(-keptChars) };
}

const sums =
  /Tokens: ([\d.]+k?) sent, (?:([\d.]+k?) cache write, )?(?:([\d.]+k?) cache hit, )?([\d.]+k?) received\.(?: Cost: \$([\d.]+) message, \$([\d.]+) session\.)?/g;

/** What Aider prints of its tokens, a line for each message; the cost of the session is in the last one. Rounded as it rounds. */
export function aiderSpent(text: string): Pick<CodingReport, 'tokens' | 'money'> {
  const messages = [...text.matchAll(sums)];
  if (messages.length === 0) return { tokens: null, money: null };
  const tokens = messages.reduce(
    (sum, [, sent, write, hit, received]) => ({
      uncachedInput: sum.uncachedInput + amount(sent),
      cacheRead: sum.cacheRead + amount(hit),
      cacheWrite: sum.cacheWrite + amount(write),
      output: sum.output + amount(received),
      reasoning: 0,
    }),
    { uncachedInput: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 },
  );
  const session = messages.at(-1)?.[6];
  return { tokens, money: session === undefined ? null : Number(session) };
}

function amount(written: string | undefined): number {
  if (written === undefined) return 0;
  return Math.round(Number.parseFloat(written) * (written.endsWith('k') ? 1_000 : 1));
}
