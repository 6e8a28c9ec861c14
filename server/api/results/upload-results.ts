import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { describeIssues } from '#lib/describe-issues.ts';
import { DomainError } from '#lib/errors.ts';
import { wellFormed } from '#lib/format/well-formed.ts';
import { buildFactsSchema } from '#lib/results/build-facts.ts';
import { createRedaction, secretsOf } from '#server/artifacts/redaction.ts';
import { fileFormats, isFileFormat } from '#server/results/import/is-file-format.ts';
import { type KeptFile, keepFile } from '#server/results/import/keep-file.ts';
import { resultFile } from '#server/results/import/read-results.ts';
import { addReadFile, addWaitingFile } from '#server/store/imports/import-files.ts';
import { importOfBuild } from '#server/store/imports/import-of-build.ts';
import { projectNamed } from '#server/store/project-named.ts';
import { atMost } from '#server/uploads/at-most.ts';
import { gunzipped } from '#server/uploads/gunzipped.ts';
import { uploadLimits } from '#server/uploads/limits.ts';
import { packingBytes, packingOf } from '#server/uploads/packing.ts';
import { unpackArchive } from '#server/uploads/unpack-archive.ts';
import { admit } from '../admit.ts';
import { noteRefusal } from '../note-refusal.ts';
import { signedServices } from '../origin.ts';
import type { Services } from '../services.ts';
import type { Upload } from '../upload.ts';
import { webImporter } from './web-importer.ts';

const archive = { what: 'An archive', mostBytes: uploadLimits.archiveBytes };

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
    noteRefusal(plain.pool, { error: asAsked(error, project), person, door, from }),
  );
  const services = signedServices(plain, person.actor, from);
  const files = await filesOf(name, atMost(content, resultFile));
  const kept = [];
  for (const file of files) kept.push(await keep(services, file));
  const made = await importOfBuild(services.pool, { projectId, facts, by: person.actor });
  for (const file of kept) await takeIn(services, { importId: made.id, askedFormat: format, ...file });
  webImporter(plain).wake();
  return { import: made.number, href: `/results/${made.number}`, files: files.length };
}

/** A project that is not there is called what it was called: the id behind a name would tell that it is. */
function asAsked(error: unknown, project: string): unknown {
  if (!(error instanceof DomainError && error.code === 'NOT_FOUND')) return error;
  const next = error.next === undefined ? {} : { next: error.next };
  return new DomainError('NOT_FOUND', `There is no project ${project}.`, next);
}

/** A file that was kept, or why it cannot be read. */
type Arrived = { readonly name: string } & (KeptFile | { readonly refused: string });

/** One that cannot be unpacked holds up no other. */
async function keep({ pool }: Services, { name, content }: NamedContent): Promise<Arrived> {
  try {
    return { name, ...(await keepFile(pool, createRedaction(secretsOf(process.env)), content)) };
  } catch (error) {
    if (error instanceof DomainError && error.code === 'BAD_INPUT') return { name, refused: error.message };
    throw error;
  }
}

async function takeIn(
  { pool }: Services,
  { importId, askedFormat, ...file }: Arrived & { readonly importId: string; readonly askedFormat: string | null },
): Promise<void> {
  const arrived = { importId, name: file.name, askedFormat };
  if ('refused' in file) {
    const nothing = { bytes: 0, sha256: '', blob: null };
    await addReadFile(pool, { ...arrived, ...nothing }, { state: 'set_aside', reason: file.refused });
    return;
  }
  const { blob, bytes, sha256 } = file;
  if (blob !== null) await addWaitingFile(pool, { ...arrived, bytes, sha256, blob });
  else {
    const reason =
      'it is larger than can be kept, also gzipped: import it with `firmloop results import` where it lies';
    await addReadFile(pool, { ...arrived, bytes, sha256, blob }, { state: 'set_aside', reason });
  }
}

interface NamedContent {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** An archive is told by its first bytes and unpacked, as is one gzipped file; anything else goes through as it comes. */
async function filesOf(name: string, content: AsyncIterable<Uint8Array>): Promise<NamedContent[]> {
  const pieces = content[Symbol.asyncIterator]();
  const head: Uint8Array[] = [];
  let length = 0;
  while (length < packingBytes) {
    const piece = await pieces.next();
    if (piece.done) break;
    head.push(piece.value);
    length += piece.value.length;
  }
  const rest = (async function* () {
    yield* head;
    for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) yield piece.value;
  })();
  const start = Buffer.concat(head);
  if (packingOf(start).kind !== 'archive') return [{ name, content: plain(start, rest) }];
  const unpacked = await unpackArchive(await buffer(atMost(rest, archive)));
  if (!unpacked.ok) throw new DomainError('BAD_INPUT', `${name}: ${unpacked.reason}`);
  if (unpacked.files.length === 0) throw new DomainError('BAD_INPUT', `${name}: the archive holds no file.`);
  return unpacked.files.map(({ path, bytes }) => ({
    name: `${name}/${path}`.slice(-400),
    content: plain(bytes, once(bytes)),
  }));
}

function plain(head: Buffer, content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return packingOf(head.subarray(0, packingBytes)).kind === 'gzip' ? gunzipped(content, resultFile) : content;
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
