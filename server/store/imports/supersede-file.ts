import type { Pool } from 'pg';

/**
 * A job of a build that was tried again brings its file again, under the same name and with other bytes: the measurement
 * before no longer counts. Files of one name that share no test are parts of one build and all count.
 */
export async function supersedeFile(
  pool: Pool,
  { importId, name, by }: { importId: string; name: string; by: string },
): Promise<void> {
  await pool.query(
    `UPDATE result_set s SET latest = false FROM import_file f
     WHERE f.import_id = $1 AND f.name = $2 AND f.result_set_id = s.id AND s.id <> $3 AND s.import_id = $1 AND s.latest
       AND EXISTS (SELECT 1 FROM test_result a JOIN test_result b ON b.test_id = a.test_id AND b.result_set_id = $3 WHERE a.result_set_id = s.id)`,
    [importId, name, by],
  );
}
