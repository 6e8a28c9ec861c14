import { z } from 'zod';
import { recordOf } from '#server/store/records.ts';
import type { ActivityContext } from '../context.ts';
import { textOf } from './keep-text.ts';

/** Records of messages have keys of five digits, the number of their last message. */
const keyOf = (number: number): string => String(number).padStart(5, '0');

const covering = z.object({ first: z.number() });
const sent = covering.extend({ text: z.string() });
const rewritten = covering.extend({ instruction_id: z.string() });
const said = z.object({ by: z.string(), text: z.string() });

/** What people want the session to hear, from above `after` to `to`: each message as it was sent in the end, oldest first. */
export async function instructionsIn(
  context: ActivityContext,
  { after, to }: { readonly after: number; readonly to: number },
): Promise<string[]> {
  const texts: string[] = [];
  for (let last = to; last > after; ) {
    const { first, text } = await instructionAt(context, last);
    if (text !== null && text !== '') texts.unshift(text);
    last = Math.max(after, first - 1);
  }
  return texts;
}

/** The messages as they were said. */
export async function saidIn(
  { host, runId }: ActivityContext,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<string[]> {
  const numbers = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
  const rows = await Promise.all(numbers.map((number) => recordOf(host.pool, runId, 'said', keyOf(number))));
  return rows.flatMap((row) => {
    const read = said.safeParse(row);
    return read.success ? [`${read.data.by}: ${read.data.text}`] : [];
  });
}

/** The instruction that ends with this message; null for one that was withdrawn. */
async function instructionAt(
  context: ActivityContext,
  last: number,
): Promise<{ readonly first: number; readonly text: string | null }> {
  const { host, runId } = context;
  const record = async (kind: string) => await recordOf(host.pool, runId, kind, keyOf(last));
  const [withdrawn, own, refined] = await Promise.all([
    record('withdrawn').then((row) => covering.safeParse(row).data),
    record('instruction').then((row) => sent.safeParse(row).data),
    record('refinement').then((row) => rewritten.safeParse(row).data),
  ]);
  if (withdrawn !== undefined) return { first: withdrawn.first, text: null };
  if (own !== undefined && own.text !== '') return { first: own.first, text: own.text };
  if (refined !== undefined) return { first: refined.first, text: await textOf(context, refined.instruction_id) };
  return { first: last, text: (await saidIn(context, { from: last, to: last })).join('\n') };
}
