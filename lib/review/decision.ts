import { z } from 'zod';
import { clip } from '#lib/format/clip.ts';

/** What a person may decide in a review, with what belongs to it; the machine's own schema has the last word. */
export const decisionSchema = z.discriminatedUnion('verdict', [
  z.strictObject({ verdict: z.literal('continue'), hint: z.string().trim().max(10_000).exactOptional() }),
  z.strictObject({ verdict: z.literal('switch-strategy'), strategy: z.string().min(1).max(80).exactOptional() }),
  z.strictObject({ verdict: z.literal('roll-back'), to: z.enum(['best', 'base']) }),
  z.strictObject({ verdict: z.enum(['run-again', 'accept', 'give-up', 'abort']) }),
]);

export type Decision = z.infer<typeof decisionSchema>;

const words = {
  continue: ({ hint }) => (hint ? `continue with the hint “${clip(hint, 120).text}”` : 'continue'),
  'switch-strategy': ({ strategy }) =>
    strategy ? `switch to the strategy ${strategy}` : 'switch to the next strategy',
  'roll-back': ({ to }) => `roll back to the ${to} and go on`,
  'run-again': () => 'run the tests again',
  accept: () => 'accept with a warning',
  'give-up': () => 'give up',
  abort: () => 'abort',
} satisfies { [Verdict in Decision['verdict']]: (decision: Extract<Decision, { verdict: Verdict }> & Parts) => string };

/** Fields of some verdicts, absent from the others. */
interface Parts {
  readonly hint?: string | undefined;
  readonly strategy?: string | undefined;
  readonly to?: 'best' | 'base';
}

/** The decision in a few words, as it follows "ada proposes to". */
export function decisionWords(decision: Decision): string {
  const say: (decision: never) => string = words[decision.verdict];
  return say(decision as never);
}

/** A stored decision, or null when a newer or older program wrote it. */
export function readDecision(stored: unknown): Decision | null {
  return decisionSchema.safeParse(stored).data ?? null;
}
