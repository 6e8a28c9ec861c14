import type { Pool } from 'pg';
import { persistently } from '#server/db/persistently.ts';
import { insertLogChunks, type NewLogChunk } from '#server/store/log-chunks.ts';
import { type RedactedStream, redactStream } from './redact-stream.ts';
import type { Redact } from './redaction.ts';

const chunkBytes = 64 * 1024;
/** A line is on a page this much after it was printed, at the latest. */
const flushAfterMs = 150;
/** More than this that is not stored yet makes the child process wait. */
const bufferedBytes = 1024 * 1024;

/**
 * Writes what an activity prints to its log, redacted, in chunks with their byte offsets. While the database is away the
 * log waits for it, and so does the child process once it has printed much.
 */
export interface LogWriter {
  /** Bytes of a child process. The promise is pending while too much is not stored yet. */
  write(stream: string, bytes: Buffer): Promise<void> | void;
  /** A line of our own. */
  say(text: string): void;
  /** Resolves when everything is stored. With `leavesLittle` the last of it, where it is little, is given instead of stored. */
  close(how?: { readonly leavesLittle: boolean }): Promise<readonly NewLogChunk[]>;
}

interface LogOf {
  readonly activityId: string;
  readonly runId: string;
  readonly confirmed?: PromiseLike<void>;
  /** Asked without waiting: what was printed lately stays here until it is so. */
  readonly isConfirmed?: () => boolean;
}

/** Nothing is stored before the activity is confirmed. */
export function createLogWriter(
  pool: Pool,
  redact: Redact,
  { confirmed, isConfirmed = () => true, ...of }: LogOf,
): LogWriter {
  const streams = new Map<string, RedactedStream>();
  let waiting: { stream: string; parts: Buffer[]; length: number }[] = [];
  let unstoredBytes = 0;
  let n = 0;
  let byteOffset = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  function push(stream: string, data: Buffer): void {
    if (data.length === 0) return;
    const last = waiting.at(-1);
    if (last?.stream === stream && last.length + data.length <= chunkBytes) {
      last.parts.push(data);
      last.length += data.length;
    } else
      for (let at = 0; at < data.length; at += chunkBytes) {
        const part = data.subarray(at, at + chunkBytes);
        waiting.push({ stream, parts: [part], length: part.length });
      }
    unstoredBytes += data.length;
    timer ??= setTimeout(flush, flushAfterMs);
  }

  function flush(): void {
    timer = undefined;
    if (isConfirmed()) void store();
    else timer = setTimeout(flush, flushAfterMs);
  }

  /** What waits to be stored, as chunks. */
  function taken(): NewLogChunk[] {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    return batch.map(({ stream, parts }) => {
      const data = Buffer.concat(parts);
      const chunk = { ...of, n, stream, byteOffset, data };
      n += 1;
      byteOffset += data.length;
      return chunk;
    });
  }

  function store(): Promise<void> {
    const chunks = taken();
    if (chunks.length === 0) return writing ?? Promise.resolve();
    const bytes = chunks.reduce((sum, { data }) => sum + data.length, 0);
    writing = (writing ?? Promise.resolve(confirmed))
      .then(() => persistently(() => insertLogChunks(pool, chunks)))
      .finally(() => {
        unstoredBytes -= bytes;
      });
    // Whoever closes the log hears of the failure; until then it must not end the process.
    writing.catch(() => undefined);
    return writing;
  }

  function streamOf(name: string): RedactedStream {
    const known = streams.get(name) ?? redactStream(redact);
    streams.set(name, known);
    return known;
  }

  return {
    write(stream, bytes) {
      push(stream, streamOf(stream).push(bytes));
      return unstoredBytes > bufferedBytes ? store().catch(() => undefined) : undefined;
    },
    say(text) {
      push('firmloop', Buffer.from(redact(`${text}\n`)));
    },
    async close({ leavesLittle } = { leavesLittle: false }) {
      for (const [name, stream] of streams) push(name, stream.end());
      const isAllWaiting = waiting.reduce((sum, { length }) => sum + length, 0) === unstoredBytes;
      if (leavesLittle && isAllWaiting && unstoredBytes <= chunkBytes) return taken();
      await store();
      return [];
    },
  };
}
