import type { Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';
import { type RunInBrief, runsNamed } from '#server/store/runs-in-brief.ts';

const largestNumber = 2_147_483_647;

/** The run that a person means by a number, `#12`, or the beginning of an id. Throws BAD_INPUT when there is none or more than one. */
export async function findRun(pool: Pool, reference: string): Promise<RunInBrief> {
  const runs = await runsNamed(pool, parse(reference));
  const [run, ...others] = runs;
  if (run === undefined) {
    throw new DomainError('BAD_INPUT', `There is no run ${JSON.stringify(reference)}.`, {
      next: 'List them with `firmloop runs`.',
    });
  }
  if (others.length === 0) return run;
  const named = runs.map(({ id, number }) => `#${number} (${id.slice(0, 13)})`).join(', ');
  throw new DomainError('BAD_INPUT', `More than one run begins with ${reference}: ${named}.`, {
    next: 'Give its number, or more of its id.',
  });
}

function parse(reference: string): { number: number | null; prefix: string } {
  const [, digits] = /^#?(\d{1,10})$/.exec(reference) ?? [];
  if (digits !== undefined && Number(digits) <= largestNumber) return { number: Number(digits), prefix: '' };
  const prefix = reference.toLowerCase();
  if (/^[0-9a-f][0-9a-f-]{0,35}$/.test(prefix)) return { number: null, prefix };
  throw new DomainError('BAD_INPUT', `${JSON.stringify(reference)} is no run.`, {
    next: 'Give its number (12 or #12) or the beginning of its id.',
  });
}
