import { existsSync } from 'node:fs';
import { didYouMean } from '#lib/config/did-you-mean.ts';
import { type Criteria, presetNames } from '#lib/convergence/criteria.ts';
import { parseCriteria } from '#lib/convergence/parse-criteria.ts';
import { DomainError } from '#lib/errors.ts';
import { readInput } from './read-input.ts';

/** The criteria of a preset in any case, else of a JSON or YAML file. Throws BAD_INPUT. */
export async function findCriteria(named: string): Promise<Criteria> {
  if (isPreset(named)) return parseCriteria(named);
  if (named.includes('\0') || !existsSync(named)) throw unknown(named);
  const text = await readInput(named, 'criteria file');
  const { readYaml } = await import('#lib/config/yaml-document.ts');
  const read = readYaml(text);
  if ('document' in read) return parseCriteria(read.document.value);
  const [first] = read.problems;
  throw new DomainError(
    'BAD_INPUT',
    `${named}:${first?.line ?? 1}:${first?.column ?? 1}: ${first?.message ?? 'cannot be read'}.`,
    {
      next: 'Give criteria as JSON or YAML, such as {"preset": "STRICT"}.',
    },
  );
}

/** The criteria of a preset alone. Throws BAD_INPUT. */
export function presetCriteria(named: string): Criteria {
  if (isPreset(named)) return parseCriteria(named);
  throw unknown(named);
}

function isPreset(named: string): boolean {
  return presetNames.some((preset) => preset === named.toUpperCase());
}

function unknown(named: string): DomainError {
  const near = didYouMean(named, presetNames);
  return new DomainError('BAD_INPUT', `There is no preset and no file ${JSON.stringify(named)}.`, {
    next: near === undefined ? `Presets: ${presetNames.join(', ')}.` : `Did you mean ${near}?`,
  });
}
