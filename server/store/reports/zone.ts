import { DatabaseError, type Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';

/** The zone that days of reports are in, and which day it is there. */
export async function reportClock(pool: Pool): Promise<{ zone: string; today: string }> {
  const { rows } = await pool.query(`SELECT report_zone() AS zone, to_char(report_day(now()), 'YYYY-MM-DD') AS today`);
  return rows[0] as { zone: string; today: string };
}

/** Changes the zone: every report is counted anew. Throws BAD_INPUT for one that Postgres does not know by name. */
export async function setReportZone(pool: Pool, zone: string, by: string): Promise<void> {
  const known = await pool.query('SELECT 1 FROM pg_timezone_names WHERE name = $1', [zone]);
  if (known.rowCount === 0) throw unknownZone(zone);
  try {
    await pool.query(
      `INSERT INTO report_setting (zone, changed_by) VALUES ($1, $2)
       ON CONFLICT (id) DO UPDATE SET zone = excluded.zone, changed_by = excluded.changed_by`,
      [zone, by],
    );
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '22023') throw unknownZone(zone);
    throw error;
  }
}

function unknownZone(zone: string): DomainError {
  return new DomainError('BAD_INPUT', `There is no time zone ${zone}.`, { next: 'Use a name such as Europe/Berlin.' });
}
