import type { Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';
import {
  branchSelection,
  importSelection,
  releaseSelection,
  runSelection,
  type Selection,
} from '#server/store/history/selections.ts';

/** How a person names a measurement, and what each form means. */
export const selectionForms = 'import:12, run:5, run:5/3 (iteration 3), branch:main, release or release:v1.2';

type Find = (pool: Pool, projectId: string, parts: readonly string[]) => Promise<Selection | null>;

const forms: readonly (readonly [RegExp, Find])[] = [
  [/^(?:import:|#)(\d{1,9})$/, (pool, project, [number]) => importSelection(pool, project, Number(number))],
  [
    /^run:(\d{1,9})(?:\/(\d{1,6}))?$/,
    (pool, project, [run, iteration]) =>
      runSelection(pool, project, { run: Number(run), iteration: iteration === undefined ? null : Number(iteration) }),
  ],
  [/^branch:(.{1,200})$/, (pool, project, [branch = '']) => branchSelection(pool, project, { branch })],
  [/^release(?::(.{1,200}))?$/, (pool, project, [release = null]) => releaseSelection(pool, project, { release })],
];

/** The measurement that a person means. Throws BAD_INPUT for what is no name of one, NOT_FOUND where the project has none. */
export async function findSelection(pool: Pool, projectId: string, written: string): Promise<Selection> {
  for (const [form, find] of forms) {
    const parts = form.exec(written)?.slice(1);
    if (parts === undefined) continue;
    const found = await find(pool, projectId, parts);
    if (found !== null) return found;
    throw new DomainError('NOT_FOUND', `This project has no results of ${written}.`, {
      next: `Name ${selectionForms}.`,
    });
  }
  throw new DomainError('BAD_INPUT', `${written.slice(0, 80)} names no results.`, { next: `Name ${selectionForms}.` });
}
