import { clip } from '#lib/format/clip.ts';
import { insertSessionEntries, longestEntry, type NewSessionEntry } from '#server/store/session-entries.ts';
import type { ActivityContext } from '../context.ts';
import { keepText } from './keep-text.ts';

/** A line of a conversation before it is kept; `text` may be of any length. */
export type Line = Omit<NewSessionEntry, 'artifact' | 'turn'> & { readonly artifact?: string };

/** Keeps what is said in one activity: in order, without secrets, while it goes on. */
export interface Transcript {
  add(line: Line): void;
  /** Resolves when everything is stored. */
  close(): Promise<void>;
}

/** Hundreds of small lines of a turn are stored a few times a second, not one by one. */
const flushAfterMs = 300;

export function openTranscript(context: ActivityContext, turn: number): Transcript {
  const { runId, activityId, host } = context;
  let waiting: Line[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const store = async (batch: readonly Line[]): Promise<void> => {
    const entries = await Promise.all(
      batch.map(async (line): Promise<NewSessionEntry> => {
        const text = host.redact(line.text);
        const { text: shown, rest } = clip(text, longestEntry);
        const artifact = line.artifact ?? (rest > 0 ? await keepText(context, `said-${line.kind}`, text) : null);
        const { conversation, kind, subject } = line;
        return { turn, conversation, kind, subject: host.redact(subject), text: shown, artifact };
      }),
    );
    await insertSessionEntries(host.pool, { runId, activityId }, entries);
  };

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    writing = writing.then(() => store(batch));
    // Whoever closes it hears of the failure; until then it must not end the process.
    writing.catch(() => undefined);
    return writing;
  };

  return {
    add(line) {
      waiting.push(line);
      timer ??= setTimeout(() => void flush(), flushAfterMs);
    },
    close: () => flush(),
  };
}
