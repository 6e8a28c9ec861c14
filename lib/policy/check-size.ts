import type { DiffStat } from '#lib/diff/stat.ts';
import { type Finding, type Policy, refusal } from './policy.ts';

/** Refuses a patch that is too large to be one step. */
export function checkSize(stat: DiffStat, policy: Policy): Finding[] {
  const lines = stat.additions + stat.deletions;
  return [
    ...(stat.files > policy.max_files
      ? [
          refusal(
            'too-many-files',
            null,
            `${stat.files} files change, at most ${policy.max_files} may (policy.max_files)`,
          ),
        ]
      : []),
    ...(lines > policy.max_lines
      ? [refusal('too-many-lines', null, `${lines} lines change, at most ${policy.max_lines} may (policy.max_lines)`)]
      : []),
  ];
}
