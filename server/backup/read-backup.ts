import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { DomainError } from '#lib/errors.ts';
import {
  type BackupFooter,
  type BackupHeader,
  backupFormat,
  endOfRows,
  parseCopy,
  parseFooter,
  parseHeader,
  parseSequence,
  type SequencePosition,
} from './format.ts';

/** One part of a backup, in the order of the file. The rows of a table must be read before the next part. */
export type BackupPart =
  | { readonly kind: 'header'; readonly header: BackupHeader }
  | {
      readonly kind: 'table';
      readonly table: string;
      readonly columns: readonly string[];
      readonly rows: AsyncIterable<Buffer>;
    }
  | { readonly kind: 'sequence'; readonly position: SequencePosition }
  | { readonly kind: 'footer'; readonly footer: BackupFooter };

/** Reads a backup part by part. Throws BAD_INPUT where it is no backup, is cut off, or was changed; the footer comes only when all is well. */
export async function* readBackup(path: string): AsyncGenerator<BackupPart> {
  const text = textOf(path);
  try {
    yield* partsOf(path, text);
  } finally {
    text.close();
  }
}

async function* partsOf(path: string, text: ReturnType<typeof textOf>): AsyncGenerator<BackupPart> {
  const header = parseHeader(await text.line());
  if (header === null) throw bad(path, 'it is no backup of Firmloop');
  if (header.format !== backupFormat)
    throw bad(path, `its format is ${header.format}, and this program reads ${backupFormat}`);
  yield { kind: 'header', header };
  for (;;) {
    const before = text.digest();
    const line = await text.line();
    const table = parseCopy(line);
    const position = parseSequence(line);
    const footer = parseFooter(line);
    if (table !== null) yield { kind: 'table', ...table, rows: text.rows() };
    else if (position !== null) yield { kind: 'sequence', position };
    else if (footer === null) throw bad(path, line === '' ? cutOff : 'it holds what no backup holds');
    else {
      if (footer.sha256 !== before) throw bad(path, 'its checksum is wrong: it was changed or damaged');
      if (!(await text.atEnd())) throw bad(path, 'something follows after its end');
      return yield { kind: 'footer', footer };
    }
  }
}

const cutOff = 'it ends in the middle, so it was never written to its end';

function bad(path: string, why: string, cause?: unknown): DomainError {
  return new DomainError('BAD_INPUT', `${path} cannot be restored: ${why}.`, cause === undefined ? {} : { cause });
}

/** A line of ours is short; of a file that is something else no more is read. */
const longestLine = 1024 * 1024;
const newline = 0x0a;

/** The unpacked text as lines and rows, hashed as it is read. */
function textOf(path: string) {
  const file = createReadStream(path, { highWaterMark: 256 * 1024 });
  const unpacked = pipeline(file, createGunzip({ chunkSize: 256 * 1024 }), () => undefined);
  const chunks = unpacked[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const hash = createHash('sha256');
  let rest: Buffer = Buffer.alloc(0);

  const more = async (): Promise<boolean> => {
    const { value, done } = await chunks.next().catch((cause: unknown) => Promise.reject(unreadable(path, cause)));
    if (done) return false;
    rest = rest.length === 0 ? value : Buffer.concat([rest, value]);
    return true;
  };
  const take = (bytes: number): Buffer => {
    const taken = rest.subarray(0, bytes);
    rest = rest.subarray(bytes);
    hash.update(taken);
    return taken;
  };
  /** The next line without its end; empty at the end of the text. */
  const line = async (): Promise<string> => {
    while (!rest.includes(newline) && rest.length < longestLine && (await more()));
    const end = rest.indexOf(newline);
    return end < 0 ? '' : take(end + 1).toString('utf8', 0, end);
  };
  /** Rows up to the line that ends them, in pieces that end with a row. */
  async function* rows(): AsyncGenerator<Buffer> {
    for (;;) {
      while (!rest.includes(newline)) if (!(await more())) throw bad(path, cutOff);
      const atStart = rest.subarray(0, endOfRows.length).toString('latin1') === endOfRows;
      const end = atStart ? 0 : rest.indexOf(`\n${endOfRows}`) + 1;
      const ended = atStart || end > 0;
      yield take(ended ? end : rest.lastIndexOf(newline) + 1);
      if (!ended) continue;
      take(endOfRows.length);
      return;
    }
  }
  return {
    line,
    rows,
    digest: () => hash.copy().digest('hex'),
    atEnd: async () => rest.length === 0 && !(await more()),
    close: () => file.destroy(),
  };
}

function unreadable(path: string, cause: unknown): DomainError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const words: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file',
    EISDIR: 'it is a folder',
    EACCES: 'it may not be read',
    Z_BUF_ERROR: cutOff,
    Z_DATA_ERROR: 'it is damaged, or no backup of Firmloop',
  };
  return bad(path, words[code] ?? (cause instanceof Error ? cause.message : String(cause)), cause);
}
