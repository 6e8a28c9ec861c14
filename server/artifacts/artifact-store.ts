import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import { DomainError } from '#lib/errors.ts';
import { artifactBytes, type NewArtifact, storeArtifact } from '#server/store/artifacts.ts';
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

interface PutOptions {
  readonly mediaType?: string;
  /** It is no text: only known secrets are blanked out. */
  readonly raw?: boolean;
  /**
   * It need not be stored before the activity's end is: what is small is then written with that, and is lost with it. Until
   * then this process reads it by its hash, and nobody finds it by its name.
   */
  readonly withEnd?: boolean;
}

/** An activity that files artifacts. */
interface FilingActivity {
  /** Nothing is stored before. */
  readonly confirmed: PromiseLike<void>;
  /** Takes what is to be stored with the activity's end. */
  keep(artifact: NewArtifact): void;
  /** Hears that something was stored before. */
  stored(): void;
}

/** Blobs under the SHA-256 of their redacted bytes, so that equal things are stored once and nothing can be swapped. */
export interface ArtifactStore {
  /** Gives the hash. Text is redacted. Throws LIMIT. */
  put(filing: Filing, content: string | Buffer, options?: PutOptions): Promise<string>;
  putJson(filing: Filing, value: Json, options?: Pick<PutOptions, 'withEnd'>): Promise<string>;
  /** Throws NOT_FOUND. */
  get(hash: string): Promise<Buffer>;
  /** The same store as an activity uses it. */
  of(activity: FilingActivity): ArtifactStore;
}

/** More costs a step more than it saves. */
const smallBytes = 32 * 1024;
/** Far more than are on their way at one time. */
const mostOnTheirWay = 500;

export function createArtifactStore(pool: Pool, redact: Redact): ArtifactStore {
  return storeFor(pool, redact, new Map());
}

function storeFor(
  pool: Pool,
  redact: Redact,
  onTheirWay: Map<string, Buffer>,
  activity?: FilingActivity,
): ArtifactStore {
  async function put(
    filing: Filing,
    content: string | Buffer,
    { mediaType = 'text/plain; charset=utf-8', raw = false, withEnd = false }: PutOptions = {},
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
    const artifact = { ...filing, hash, mediaType, bytes };
    if (withEnd && activity !== undefined && bytes.length <= smallBytes) {
      onTheirWay.delete(hash);
      onTheirWay.set(hash, bytes);
      const [oldest] = onTheirWay.keys();
      if (onTheirWay.size > mostOnTheirWay && oldest !== undefined) onTheirWay.delete(oldest);
      activity.keep(artifact);
      return hash;
    }
    await activity?.confirmed;
    activity?.stored();
    await storeArtifact(pool, artifact);
    return hash;
  }
  return {
    put,
    putJson: (filing, value, options) =>
      put(filing, JSON.stringify(storable(value), null, 1), { mediaType: 'application/json', ...options }),
    async get(hash) {
      const bytes = onTheirWay.get(hash) ?? (await artifactBytes(pool, hash));
      if (bytes === null) throw new DomainError('NOT_FOUND', `There is no artifact ${hash}.`);
      return bytes;
    },
    of: (other) => storeFor(pool, redact, onTheirWay, other),
  };
}
