import { createHash } from 'node:crypto';
import { DomainError } from '#lib/errors.ts';
import { createParser } from '#lib/results/create-parser.ts';
import { isDocument } from '#lib/results/detect.ts';
import type { IdentityRule } from '#lib/results/identity.ts';
import { knownPatterns } from '#lib/results/pattern/known.ts';
import { tellFormat } from '#lib/results/tell-format.ts';
import type { ParsedResults, ResultFormat, ResultParser } from '#lib/results/types.ts';
import { redactStream } from '#server/artifacts/redact-stream.ts';
import type { Redact } from '#server/artifacts/redaction.ts';
import { gunzipped } from '#server/uploads/gunzipped.ts';
import { packingBytes, packingOf } from '#server/uploads/packing.ts';
import { boundedParser } from '../bounded-parser.ts';
import { decodeText } from '../text-decoding.ts';
import type { ResultSource } from './result-source.ts';

/** Formats that a file can be in by itself: the others need to be told something. */
export type FileFormat = Exclude<ResultFormat, 'pattern' | 'golden' | 'exit-code'>;

export interface ReadOptions {
  /** Told by whoever knows better; else it is recognised. */
  readonly format?: FileFormat | undefined;
  /** A project's own rules; they are a person's expressions and may take for ever on some names. */
  readonly identityRules?: readonly IdentityRule[] | undefined;
  readonly redact?: Redact | undefined;
}

export interface Reading {
  readonly sha256: string;
  readonly bytes: number;
  /** Or why there are none. */
  readonly results: ParsedResults | { readonly reason: string };
}

/** One file is read up to this size: an output.xml of Robot Framework may well have 700 MB. */
export const resultFile = { what: 'A file of results', mostBytes: 1024 * 1024 * 1024 };

/** A full run of Zephyr's Twister lists some 200,000 tests. */
const mostCases = 250_000;

/**
 * Reads the results of one file of whatever format, as a stream: memory is bounded by the number of tests. A damaged file
 * gives what can be read; one without any test gives a reason.
 */
export async function readResults(packed: ResultSource, options: ReadOptions = {}): Promise<Reading> {
  const { source, reason } = await unpacked(packed);
  if (reason !== null) return { ...(await identityOf(packed)), results: { reason } };
  try {
    return await readPlain(source, options);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { ...(await identityOf(packed)), results: { reason: error.message } };
  }
}

/** One gzipped file is read as what is in it; another archive than those that are unpacked is not read at all. */
async function unpacked(packed: ResultSource): Promise<{ source: ResultSource; reason: string | null }> {
  const packing = packingOf(await headOf(packed));
  if (packing.kind === 'gzip') return { source: () => gunzipped(packed(), resultFile), reason: null };
  if (packing.kind === 'foreign')
    return { source: packed, reason: `it is packed with ${packing.name}: unpack it first` };
  const reason = packing.kind === 'archive' ? 'it is an archive, which is not unpacked here: unpack it first' : null;
  return { source: packed, reason };
}

async function headOf(source: ResultSource): Promise<Buffer> {
  const head: Buffer[] = [];
  let length = 0;
  for await (const chunk of source()) {
    head.push(chunk);
    length += chunk.length;
    if (length >= packingBytes) break;
  }
  return Buffer.concat(head).subarray(0, packingBytes);
}

async function identityOf(source: ResultSource): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of source()) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest('hex'), bytes };
}

async function readPlain(source: ResultSource, options: ReadOptions): Promise<Reading> {
  const { sha256, bytes, formats } = await lookOver(source);
  const identity = { sha256, bytes };
  if (bytes === 0) return { ...identity, results: { reason: 'the file is empty' } };
  const candidates = options.format === undefined ? formats : [options.format];
  let why = 'no known format of test results was recognised in it';
  for (const format of candidates) {
    const parsed = await parse(source, parserOf(format, options), options);
    if (parsed.cases.length > 0) return { ...identity, results: parsed };
    why = `it looks like ${format}, but holds no test${parsed.incompleteBecause === undefined ? '' : `: ${parsed.incompleteBecause}`}`;
    if (isDocument(format)) break;
  }
  const guessed = candidates.length > 0 ? null : await bestPattern(source, options);
  return { ...identity, results: guessed ?? { reason: why } };
}

async function lookOver(source: ResultSource): Promise<{ sha256: string; bytes: number; formats: FileFormat[] }> {
  const hash = createHash('sha256');
  const teller = tellFormat();
  const decoder = decodeText();
  let bytes = 0;
  let isSettled = false;
  for await (const chunk of source()) {
    hash.update(chunk);
    bytes += chunk.length;
    if (!isSettled) isSettled = teller.push(decoder.write(chunk));
  }
  if (!isSettled) teller.push(decoder.end());
  return { sha256: hash.digest('hex'), bytes, formats: teller.end() };
}

function parserOf(format: FileFormat, { identityRules }: ReadOptions): ResultParser {
  const limits = { cases: mostCases };
  if (identityRules === undefined) return createParser(format, { limits });
  return boundedParser(() => createParser(format, { limits, identityRules }));
}

/** Several formats in one pass; the one with a summary that reads the most tests. */
async function bestPattern(source: ResultSource, options: ReadOptions): Promise<ParsedResults | null> {
  const { identityRules } = options;
  const parsers = knownPatterns.map((settings) => ({
    hasSummary: settings.summary !== undefined,
    parser: boundedParser(() =>
      createParser('pattern', { ...settings, ...(identityRules === undefined ? {} : { identityRules }) }),
    ),
  }));
  await feed(source, (text) => parsers.forEach(({ parser }) => void parser.push(text)), options);
  const [best] = parsers
    .map(({ hasSummary, parser }) => ({ hasSummary, results: parser.end() }))
    .filter(({ results }) => results.complete && results.counts.total > 0)
    .sort((a, b) => Number(b.hasSummary) - Number(a.hasSummary) || b.results.counts.total - a.results.counts.total);
  return best?.results ?? null;
}

async function parse(source: ResultSource, parser: ResultParser, options: ReadOptions): Promise<ParsedResults> {
  await feed(source, (text) => parser.push(text), options);
  return parser.end();
}

async function feed(source: ResultSource, push: (text: string) => void, { redact }: ReadOptions): Promise<void> {
  const decoder = decodeText();
  const redacted = redact === undefined ? null : redactStream(redact);
  for await (const chunk of source()) push(decoder.write(redacted === null ? chunk : redacted.push(chunk)));
  if (redacted !== null) push(decoder.write(redacted.end()));
  push(decoder.end());
}
