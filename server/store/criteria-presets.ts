import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Criteria } from '#lib/convergence/criteria.ts';
import { parseCriteria } from '#lib/convergence/parse-criteria.ts';
import { DomainError } from '#lib/errors.ts';
import { wellFormed } from '#lib/format/well-formed.ts';

export interface CriteriaPreset {
  readonly id: string;
  readonly name: string;
  /** Why it is good, for whoever chooses it. */
  readonly note: string;
  readonly criteria: Criteria;
  readonly maxIterations: number;
  readonly createdBy: string;
}

/** More than anybody would look through. */
const mostPresets = 200;
const uniqueViolation = '23505';

/** Criteria that were saved under a name, by name. */
export async function criteriaPresets(pool: Pool): Promise<CriteriaPreset[]> {
  const { rows } = await pool.query(
    `SELECT id, name, note, criteria, max_iterations AS "maxIterations", created_by AS "createdBy"
     FROM criteria_preset ORDER BY lower(name) LIMIT ${mostPresets}`,
  );
  return (rows as CriteriaPreset[]).map((preset) => ({ ...preset, criteria: parseCriteria(preset.criteria) }));
}

/** Keeps criteria under a name. Throws CONFLICT where the name is taken. */
export async function saveCriteriaPreset(pool: Pool, preset: Omit<CriteriaPreset, 'id'>): Promise<string> {
  const id = randomUUID();
  const { name, note, criteria, maxIterations, createdBy } = preset;
  try {
    await pool.query(
      `INSERT INTO criteria_preset (id, name, note, criteria, max_iterations, created_by) VALUES ($1, $2, $3, $4, $5, $6)`,
      [id, wellFormed(name), wellFormed(note), criteria, maxIterations, createdBy],
    );
    return id;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === uniqueViolation)) throw error;
    throw new DomainError('CONFLICT', `There is a preset named ${name} already.`, { next: 'Choose another name.' });
  }
}

/** Forgets a preset; runs that were launched with it keep their criteria. Throws NOT_FOUND. */
export async function removeCriteriaPreset(pool: Pool, id: string): Promise<void> {
  const { rowCount } = await pool.query('DELETE FROM criteria_preset WHERE id = $1', [id]);
  if (rowCount === 0) throw new DomainError('NOT_FOUND', 'This preset is gone already.');
}
