import type { Pool } from 'pg';
import { type Place, placeOfGrant } from '#lib/access/reach.ts';

const byId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const byHash = /^[0-9a-f]{64}$/;

interface Lookup {
  /** What a person calls it. */
  readonly word: string;
  readonly id: RegExp;
  readonly sql: string;
  /** Where a permission must be held for a thing that is not there yet; without it, it is simply not found. */
  readonly ifUnknown?: 'stack';
}

/**
 * How the project or the site of a thing is found: what its id looks like, and a query that gives the column `project` or
 * `site`; a row with neither says that the thing is the whole stack's. A thing that several projects have gives a row for each.
 */
const lookups = {
  project: { word: 'project', id: byId, sql: 'SELECT id AS project FROM project WHERE id = $1' },
  /** By its id or its number. */
  run: {
    word: 'run',
    id: new RegExp(`${byId.source}|^\\d{1,9}$`, 'i'),
    sql: `SELECT project_id AS project FROM run
      WHERE id = CASE WHEN length($1) = 36 THEN $1::uuid END OR number = CASE WHEN length($1) < 36 THEN $1::int END`,
  },
  /** By its number. */
  review: { word: 'review', id: /^\d{1,9}$/, sql: 'SELECT project_id AS project FROM review WHERE number = $1::int' },
  activity: {
    word: 'log',
    id: byId,
    sql: 'SELECT r.project_id AS project FROM activity a JOIN run r ON r.id = a.run_id WHERE a.id = $1',
  },
  resultSet: {
    word: 'set of results',
    id: byId,
    sql: 'SELECT project_id AS project FROM result_set WHERE id = $1',
  },
  /** By its number. */
  import: {
    word: 'import',
    id: /^\d{1,9}$/,
    sql: 'SELECT project_id AS project FROM result_import WHERE number = $1::int',
  },
  importFile: {
    word: 'file',
    id: byId,
    sql: 'SELECT i.project_id AS project FROM import_file f JOIN result_import i ON i.id = f.import_id WHERE f.id = $1',
  },
  test: { word: 'test', id: byId, sql: 'SELECT project_id AS project FROM test_identity WHERE id = $1' },
  invitation: {
    word: 'invitation',
    id: byId,
    sql: 'SELECT project_id AS project, site FROM invitation WHERE id = $1',
  },
  artifact: {
    word: 'artifact',
    id: byHash,
    sql: 'SELECT DISTINCT r.project_id AS project FROM run_artifact u JOIN run r ON r.id = u.run_id WHERE u.hash = $1',
  },
  board: { word: 'board', id: byId, sql: 'SELECT site FROM board WHERE id = $1' },
  /** Stands where its boards do; one that waits, where its asker may reserve. */
  reservation: {
    word: 'reservation',
    id: byId,
    sql: `SELECT b.site FROM reservation_board w JOIN board b ON b.id = w.board_id WHERE w.reservation_id = $1
      UNION SELECT site FROM reservation r LEFT JOIN LATERAL unnest(r.sites) site ON true
      WHERE r.id = $1 AND NOT EXISTS (SELECT 1 FROM reservation_board w WHERE w.reservation_id = r.id)`,
  },
  /** Firmware by the folder that it is launched from: one that no project has yet is the whole stack's matter. */
  folder: {
    word: 'folder',
    ifUnknown: 'stack',
    id: /^[^\0]{1,4000}$/s,
    sql: 'SELECT id AS project FROM project WHERE repository = $1',
  },
} as const satisfies Record<string, Lookup>;

/** A kind of thing that belongs to a project or stands at a site. */
export type ThingKind = keyof typeof lookups;

/** What a person calls such a thing. */
export function wordOf(kind: ThingKind): string {
  return lookups[kind].word;
}

/** The places that a thing belongs to; none when there is no such thing. */
export async function placesOf(pool: Pool, kind: ThingKind, id: string): Promise<Place[]> {
  const { id: shape, sql, ifUnknown }: Lookup = lookups[kind];
  if (!shape.test(id)) return [];
  const { rows } = await pool.query<{ project?: string | null; site?: string | null }>(sql, [id]);
  if (rows.length === 0 && ifUnknown !== undefined) return [ifUnknown];
  return rows.map(({ project = null, site = null }) => placeOfGrant({ project, site }));
}
