import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import { DomainError } from '#lib/errors.ts';
import { artifactBytes, storeArtifact } from '#server/store/artifacts.ts';
import { storable } from '#server/store/storable.ts';
import type { Redact } from './redaction.ts';

/** Postgres keeps blobs up to this size; more belongs on a file system. */
export const largestBytes = 64 * 1024 * 1024;

/** Under which name a run files an artifact. */
export interface Filing {
  readonly runId: string;
  readonly iteration: number;
  readonly kind:
    | 'config'
    | 'patch'
    | 'proposal'
    | 'analysis'
    | 'plan'
    | 'log'
    | 'bundle'
    | 'report'
    | 'file'
    | 'triage'
    | 'build';
  readonly name: string;
  readonly activityId: string | null;
}

/** Blobs under the SHA-256 of their redacted bytes, so that equal things are stored once and nothing can be swapped. */
export interface ArtifactStore {
  /** Gives the hash. Text is redacted; `raw` says that the bytes are no text, where only known secrets are blanked out. Throws LIMIT. */
  put(filing: Filing, content: string | Buffer, options?: { mediaType?: string; raw?: boolean }): Promise<string>;
  putJson(filing: Filing, value: Json): Promise<string>;
  /** Throws NOT_FOUND. */
  get(hash: string): Promise<Buffer>;
  /** The same store for somebody who may not store anything before that. */
  after(permission: PromiseLike<void>): ArtifactStore;
}

export function createArtifactStore(
  pool: Pool,
  redact: Redact,
  permission: PromiseLike<void> = Promise.resolve(),
): ArtifactStore {
  async function put(
    filing: Filing,
    content: string | Buffer,
    { mediaType = 'text/plain; charset=utf-8', raw = false }: { mediaType?: string; raw?: boolean } = {},
  ): Promise<string> {
    const text = typeof content === 'string' ? content : content.toString('latin1');
    const encoding = typeof content === 'string' ? 'utf8' : 'latin1';
    const bytes =
      raw && typeof content !== 'string' ? (redact.bytes?.(content) ?? content) : Buffer.from(redact(text), encoding);
    if (bytes.length > largestBytes) {
      throw new DomainError(
        'LIMIT',
        `${filing.name} has ${bytes.length} bytes; the artifact store takes at most ${largestBytes}.`,
      );
    }
    const hash = createHash('sha256').update(bytes).digest('hex');
    await permission;
    await storeArtifact(pool, { ...filing, hash }, mediaType, bytes);
    return hash;
  }
  return {
    put,
    putJson: (filing, value) =>
      put(filing, JSON.stringify(storable(value), null, 1), { mediaType: 'application/json' }),
    async get(hash) {
      const bytes = await artifactBytes(pool, hash);
      if (bytes === null) throw new DomainError('NOT_FOUND', `There is no artifact ${hash}.`);
      return bytes;
    },
    after: (other) => createArtifactStore(pool, redact, other),
  };
}
