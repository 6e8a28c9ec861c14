import { z } from 'zod';
import { describeIssues } from '#lib/describe-issues.ts';
import { DomainError } from '#lib/errors.ts';
import { wellFormed } from '#lib/format/well-formed.ts';
import { buildFactsSchema } from '#lib/results/build-facts.ts';
import { createRedaction, secretsOf } from '#server/artifacts/redaction.ts';
import type { Person } from '#server/auth/person.ts';
import { fileFormats, isFileFormat } from '#server/results/import/is-file-format.ts';
import { keepFile } from '#server/results/import/keep-file.ts';
import { addReadFile, addWaitingFile } from '#server/store/imports/import-files.ts';
import { importOfBuild } from '#server/store/imports/import-of-build.ts';
import { projectNamed } from '#server/store/project-named.ts';
import { uploadLimits } from '#server/uploads/limits.ts';
import { unpackArchive } from '#server/uploads/unpack-archive.ts';
import { admit } from '../admit.ts';
import { noteRefusal } from '../note-refusal.ts';
import { type Origin, signedServices } from '../origin.ts';
import type { Services } from '../services.ts';
import { webImporter } from './web-importer.ts';

/** One file is taken up to this size: an output.xml of Robot Framework may well have 700 MB. */
const mostBytes = 1024 * 1024 * 1024;

const querySchema = buildFactsSchema.extend({
  project: z.string().min(1).max(200),
  name: z.string().min(1).max(400).transform(wellFormed),
  format: z
    .string()
    .max(40)
    .refine(isFileFormat, `must be one of ${fileFormats.join(', ')}`)
    .optional(),
});

/** What an upload answers: the import that the files went into, and how many wait to be read now. */
export interface Uploaded {
  readonly import: number;
  readonly href: string;
  readonly files: number;
}

interface Upload {
  readonly services: Services;
  readonly person: Person;
  readonly from: Origin;
  readonly query: Readonly<Record<string, string>>;
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * Takes one file with results, or an archive of them, for a project that is there. The files are kept first and read
 * afterwards, in the order in which they came. Throws BAD_INPUT, NOT_FOUND, FORBIDDEN and LIMIT.
 */
export async function uploadResults({ services: plain, person, from, query, content }: Upload): Promise<Uploaded> {
  const parsed = querySchema.safeParse(query);
  if (!parsed.success) throw new DomainError('BAD_INPUT', `Invalid input: ${describeIssues(parsed.error)}`);
  const { project, name, format = null, ...facts } = parsed.data;
  const projectId = (await projectNamed(plain.pool, project))?.id ?? project;
  const door = '/api/results/import';
  await admit(plain.pool, person, door, { project: projectId }).catch((error: unknown) =>
    noteRefusal(plain.pool, { error, person, door, from }),
  );
  const services = signedServices(plain, person.actor, from);
  const files = await filesOf(name, bounded(content));
  const made = await importOfBuild(services.pool, { projectId, facts, by: person.actor });
  for (const file of files) await takeIn(services, made.id, { ...file, format });
  webImporter(plain).wake();
  return { import: made.number, href: `/results/${made.number}`, files: files.length };
}

async function takeIn(
  { pool }: Services,
  importId: string,
  { name, content, format }: { name: string; content: AsyncIterable<Uint8Array>; format: string | null },
): Promise<void> {
  const { blob, ...file } = await keepFile(pool, createRedaction(secretsOf(process.env)), content);
  const arrived = { importId, name, askedFormat: format, ...file };
  if (blob !== null) await addWaitingFile(pool, { ...arrived, blob });
  else {
    const reason =
      'it is larger than can be kept, also gzipped: import it with `firmloop results import` where it lies';
    await addReadFile(pool, { ...arrived, blob }, { state: 'set_aside', reason });
  }
}

interface NamedContent {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** An archive is told by its first bytes and unpacked; anything else goes through as it comes. */
async function filesOf(name: string, content: AsyncIterable<Uint8Array>): Promise<NamedContent[]> {
  const pieces = content[Symbol.asyncIterator]();
  const head: Uint8Array[] = [];
  let length = 0;
  while (length < archiveMarkBytes) {
    const piece = await pieces.next();
    if (piece.done) break;
    head.push(piece.value);
    length += piece.value.length;
  }
  const rest = (async function* () {
    yield* head;
    for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) yield piece.value;
  })();
  if (!isArchive(Buffer.concat(head))) return [{ name, content: rest }];
  const unpacked = await unpackArchive(await collect(rest));
  if (!unpacked.ok) throw new DomainError('BAD_INPUT', `${name}: ${unpacked.reason}`);
  return unpacked.files.map((file) => ({ name: `${name}/${file.path}`.slice(-400), content: once(file.bytes) }));
}

/** The mark of tar ends here. */
const archiveMarkBytes = 262;

function isArchive(head: Buffer): boolean {
  const start = head.toString('hex', 0, 4);
  return (
    start === '504b0304' ||
    start === '504b0506' ||
    start.startsWith('1f8b') ||
    head.toString('latin1', 257, 262) === 'ustar'
  );
}

async function collect(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content) {
    length += chunk.length;
    if (length > uploadLimits.archiveBytes)
      throw new DomainError('LIMIT', `An archive may have ${uploadLimits.archiveBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function* bounded(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of content) {
    length += chunk.length;
    if (length > mostBytes) throw new DomainError('LIMIT', `A file of results may have ${mostBytes} bytes.`);
    yield chunk;
  }
}
