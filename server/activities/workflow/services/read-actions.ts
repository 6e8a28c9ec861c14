import { clip } from '#lib/format/clip.ts';
import { type Action, mostActions, readAction } from '#lib/workflow/action.ts';
import { jsonLines } from '#lib/workflow/json-lines.ts';
import type { ServiceAnswer } from './answer.ts';

/**
 * Reads what Generating answers: lines with an action each, or one object with all of them. Of an answer that breaks off,
 * holds an unknown action or never ends no action counts. Rejects as the body does.
 */
export async function readActions(response: Response): Promise<ServiceAnswer<readonly Action[]>> {
  const isLines = /json-?lines|jsonl|ndjson|stream/i.test(response.headers.get('content-type') ?? '');
  return isLines ? await readLines(response) : readWhole(await response.text());
}

async function readLines(response: Response): Promise<ServiceAnswer<readonly Action[]>> {
  const actions: Action[] = [];
  const lines = jsonLines();
  const text = new TextDecoder();
  const take = (values: readonly unknown[]) => addTo(actions, values);
  try {
    for await (const bytes of response.body ?? []) {
      const trouble = take(lines.add(text.decode(bytes, { stream: true })));
      // Leaving the loop cancels the body: an endless stream ends here.
      if (trouble !== null) return trouble;
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return unreadable(`a line after action ${actions.length} is no JSON`);
  }
  const last = lines.end();
  if (last === null) return unreadable(`the answer breaks off in the middle of a line, after action ${actions.length}`);
  return take(last) ?? { outcome: 'answered', value: actions };
}

function readWhole(text: string): ServiceAnswer<readonly Action[]> {
  const lines = jsonLines();
  try {
    const value: unknown = JSON.parse(text);
    const listed: unknown = Reflect.get(Object(value), 'actions');
    const actions: Action[] = [];
    const trouble = addTo(actions, Array.isArray(listed) ? listed : [value]);
    return trouble ?? { outcome: 'answered', value: actions };
  } catch {
    const actions: Action[] = [];
    try {
      const values = lines.add(text);
      const last = lines.end();
      if (last === null)
        return unreadable(`the answer breaks off in the middle of a line, after action ${values.length}`);
      return addTo(actions, [...values, ...last]) ?? { outcome: 'answered', value: actions };
    } catch {
      return unreadable(`the answer is no JSON: ${clip(text, 100).text}`);
    }
  }
}

/** Adds what has come; gives why it cannot be. */
function addTo(actions: Action[], values: readonly unknown[]): ServiceAnswer<never> | null {
  for (const value of values) {
    if (actions.length >= mostActions)
      return unreadable(`the stream has more than ${mostActions} actions and does not end`);
    const read = readAction(value, actions.length + 1);
    if (!read.ok) return unreadable(read.reason);
    actions.push(read.action);
  }
  return null;
}

function unreadable(what: string): ServiceAnswer<never> {
  return { outcome: 'unreadable', reason: `Generating's answer cannot be used: ${what}` };
}
