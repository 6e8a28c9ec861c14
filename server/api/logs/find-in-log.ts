import type { Pool } from 'pg';
import { tellsTrouble } from '#lib/format/log-trouble.ts';
import { type LogHit, scanLog } from '#lib/format/scan-log.ts';
import { logOf } from '#server/store/log-chunks.ts';

/** Chunks that are read at once: at most 2 MB are held. */
const chunksAtOnce = 32;
/** So many lines are told; more say nothing more. */
const mostHits = 200;

/** Lines of a whole log that contain a text, in any case of letters, or tell of an error. */
export async function findInLog(
  pool: Pool,
  { activityId, text }: { activityId: string; text: string | null },
): Promise<readonly LogHit[]> {
  const wanted = text?.toLowerCase();
  const scan = scanLog(wanted === undefined ? tellsTrouble : (line) => line.toLowerCase().includes(wanted), mostHits);
  for (let n = 0; ; ) {
    const chunks = await logOf(pool, activityId, { n, limit: chunksAtOnce });
    const last = chunks.at(-1);
    if (last === undefined || !chunks.every((chunk) => scan.read(chunk))) return scan.end();
    n = last.n + 1;
  }
}
