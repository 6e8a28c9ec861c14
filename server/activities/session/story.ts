import { sessionEntries } from '#server/store/session-entries.ts';
import type { ActivityContext } from '../context.ts';
import { sessionInputOf } from './facts.ts';

const mostLines = 400;
const mostCharacters = 24_000;

/** What a session that cannot be resumed has to know: its task, and what was said in the turns before. Empty for the first one. */
export async function storySoFar(context: ActivityContext): Promise<string> {
  const { host, runId } = context;
  const lines = await sessionEntries(host.pool, { runId, until: null, limit: mostLines });
  const told = lines
    .filter(({ conversation, kind }) => conversation === 'session' && (kind === 'instruction' || kind === 'text'))
    .map(({ kind, text, turn }) => `Turn ${turn}, ${kind === 'instruction' ? 'told' : 'said'}: ${text}`);
  if (told.length === 0) return '';
  const { task } = await sessionInputOf(context);
  return `The task: ${task}\n\n${told.join('\n\n').slice(-mostCharacters)}`;
}
