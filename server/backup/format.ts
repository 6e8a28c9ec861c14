import { z } from 'zod';

/**
 * A backup is a gzip file of text that `psql` could read as well: a header line, for each table a `COPY … FROM stdin;` with
 * its rows, for each sequence a `setval`, and a footer line with the SHA-256 of everything before it. A file without its
 * footer was cut off. The header names the migrations, so that a later release knows where to begin.
 */
export const backupFormat = 1;

const headerStart = '-- Firmloop backup ';
const footerStart = '-- end of the backup ';

const header = z.object({
  format: z.int(),
  /** Version of the program that wrote it. */
  program: z.string(),
  /** The database's clock at the snapshot, ISO 8601. */
  takenAt: z.string(),
  /** Migrations that the database had, oldest first, each with the SHA-256 of its text. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
});
export type BackupHeader = z.infer<typeof header>;

const footer = z.object({
  /** Rows of each table. */
  rows: z.record(z.string(), z.int()),
  sha256: z.string(),
});
export type BackupFooter = z.infer<typeof footer>;

export const headerLine = (value: BackupHeader): string => `${headerStart}${JSON.stringify(value)}\n`;
export const footerLine = (value: BackupFooter): string => `${footerStart}${JSON.stringify(value)}\n`;

/** Null for a line that is no header. */
export const parseHeader = (line: string): BackupHeader | null => parseLine(line, headerStart, header);
/** Null for a line that is no footer. */
export const parseFooter = (line: string): BackupFooter | null => parseLine(line, footerStart, footer);

function parseLine<T>(line: string, start: string, schema: z.ZodType<T>): T | null {
  if (!line.startsWith(start)) return null;
  try {
    return schema.parse(JSON.parse(line.slice(start.length)));
  } catch {
    return null;
  }
}

/** What ends the rows of a table. A backslash in a value is written twice, so no row reads like that. */
export const endOfRows = '\\.\n';

/** Opens the rows of a table. */
export const copyLine = (table: string, columns: readonly string[]): string =>
  `COPY ${quoted(table)} (${columns.map(quoted).join(', ')}) FROM stdin;\n`;

/** Table and columns of a line that opens rows; null for another line. */
export function parseCopy(line: string): { table: string; columns: readonly string[] } | null {
  const [, table, columns] = /^COPY "([^"]+)" \(((?:"[^"]+"(?:, )?)+)\) FROM stdin;$/.exec(line) ?? [];
  if (table === undefined || columns === undefined) return null;
  return { table, columns: columns.slice(1, -1).split('", "') };
}

/** Where a sequence stands. */
export interface SequencePosition {
  readonly name: string;
  readonly last: string;
  readonly called: boolean;
}

export const sequenceLine = ({ name, last, called }: SequencePosition): string =>
  `SELECT setval('${quoted(name)}', ${last}, ${called});\n`;

/** Null for a line that sets no sequence. */
export function parseSequence(line: string): SequencePosition | null {
  const [, name, last, called] = /^SELECT setval\('"([^"']+)"', (\d+), (true|false)\);$/.exec(line) ?? [];
  return name === undefined || last === undefined ? null : { name, last, called: called === 'true' };
}

/** A name as SQL reads it literally. Names of ours hold no quotes. */
export function quoted(name: string): string {
  if (name.includes('"')) throw new Error(`the name ${name} has a quote`);
  return `"${name}"`;
}
