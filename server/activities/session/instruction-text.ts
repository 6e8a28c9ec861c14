import type { Push } from '#lib/activities/session.ts';
import { pushWords } from '#lib/sessions/push.ts';
import { messagesTo } from '#server/store/records.ts';
import type { ActivityContext } from '../context.ts';
import { sessionInputOf } from './facts.ts';
import { instructionsIn } from './instructions.ts';
import { textOf } from './keep-text.ts';

const mostOfEach = 12_000;

/** What the session is told in this turn, whole. */
export async function instructionText(
  context: ActivityContext,
  told: {
    readonly push: Push;
    readonly instructions: { readonly after: number; readonly to: number };
    readonly cutOff: boolean;
  },
): Promise<string> {
  const { push, instructions, cutOff } = told;
  const [{ task }, notes, said, texts] = await Promise.all([
    sessionInputOf(context),
    messagesTo(context.host.pool, context.runId),
    instructionsIn(context, instructions),
    Promise.all(push.ids.map((id) => textOf(context, id, mostOfEach))),
  ]);
  return [
    ...(cutOff ? ['The last turn was cut off before its end: look at what is there already, and go on.'] : []),
    pushWords[push.kind],
    ...(push.kind === 'init' ? [task] : []),
    push.text,
    ...texts,
    ...(said.length === 0 ? [] : ['The person behind the task says:', ...said]),
    ...(notes.length === 0 ? [] : ['Notes of people to this run:', ...notes]),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
