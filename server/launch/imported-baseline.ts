import type { FirmwareLoopConfig } from '#lib/config/firmware-loop.ts';
import { DomainError } from '#lib/errors.ts';
import type { FirmwareLoopInput } from '#lib/machines/firmware-loop/input.ts';
import { countCases } from '#lib/results/count.ts';
import { createParser } from '#lib/results/create-parser.ts';
import type { ParsedResults } from '#lib/results/types.ts';
import { goalFilter } from '#server/activities/firmware/goal.ts';
import { patternOptions } from '#server/results/parser-of-output.ts';
import type { Git } from '#server/workspace/git.ts';
import { fileAtBase } from './file-at-base.ts';
import type { Firmware } from './find-firmware.ts';

/** What regressions are counted against, with imported results read from the base commit. Throws BAD_INPUT for unreadable ones. */
export async function baselineOf(
  git: Git,
  firmware: Firmware,
  config: FirmwareLoopConfig,
): Promise<FirmwareLoopInput['baseline']> {
  const { baseline } = config;
  if (typeof baseline === 'string') return baseline;
  const text = await fileAtBase(git, firmware, baseline.imported);
  if (text === null) throw unusable(baseline.imported, `commit ${firmware.baseCommit.slice(0, 12)} does not have it`);
  const parsed = parse(text, config, baseline.imported);
  const { total, passed, failed, errors, skipped, notRun } = countCases(
    parsed.cases.filter(goalFilter(config.goal.tests)),
  );
  if (total === 0 || !parsed.complete)
    throw unusable(baseline.imported, parsed.incompleteBecause ?? 'it holds no test of the goal');
  return { goal: { passed, failed, errors, skipped: skipped + notRun } };
}

function parse(text: string, { results }: FirmwareLoopConfig, file: string): ParsedResults {
  const { format } = results;
  if (format === 'golden' || format === 'exit-code')
    throw unusable(file, `results of the format ${format} are no file`);
  const parser = format === 'pattern' ? createParser(format, patternOptions(results)) : createParser(format, {});
  parser.push(text);
  return parser.end();
}

function unusable(file: string, why: string): DomainError {
  return new DomainError('BAD_INPUT', `baseline.imported: ${file} cannot be used: ${why}.`, {
    next: 'Commit complete results of the base, or write `baseline: measure`.',
  });
}
