import { fromRootHint } from '#lib/diff/in-project.ts';
import type { FileDiff } from '#lib/diff/parsed-diff.ts';
import { matcherOf } from './matcher.ts';
import { aboutFile, type Finding, type Policy, type PolicyFacts, refusal } from './policy.ts';
import { type ProtectedGroup, protectedGroups, protectedMatcher } from './protected.ts';

/** Judges where a patch may work: allowed, forbidden and protected paths. Both names of a moved file count. */
export function checkScope(
  files: readonly FileDiff[],
  policy: Policy,
  { subdirectory = '' }: Pick<PolicyFacts, 'subdirectory'> = {},
): Finding[] {
  const allowed = matcherOf(policy.allow);
  const forbidden = matcherOf(policy.forbid, { nocase: true });
  const groups = protectedGroups(policy).map((group) => ({ ...group, matches: protectedMatcher(group.patterns) }));
  return files.flatMap((file) =>
    pathsOf(file).flatMap((path) => {
      const group = groups.find(({ matches }) => matches(path));
      return [
        ...(forbidden(path)
          ? [refusal('path-forbidden', path, 'the project forbids changes here (policy.forbid)')]
          : []),
        ...(allowed(path)
          ? []
          : [refusal('path-not-allowed', path, `${onlyAllowed(policy)}${fromRootHint([path], subdirectory)}`)]),
        ...(group ? [protection(file, path, group)] : []),
      ];
    }),
  );
}

function onlyAllowed({ allow }: Policy): string {
  return `only ${allow.join(', ')} may be changed (policy.allow)`;
}

function protection(file: FileDiff, path: string, group: ProtectedGroup): Finding {
  const isNew = file.oldPath === null || (file.kind !== 'modify' && file.kind !== 'mode' && path === file.newPath);
  if (isNew && group.mayBeAdded)
    return aboutFile('note', 'protected-path', path, `this is ${group.is}: it is taken out again before the tests run`);
  return refusal('protected-path', path, `this is ${group.is}: it may not be changed`);
}

/** A copy leaves its source as it was. */
function pathsOf(file: FileDiff): string[] {
  const touched = file.kind === 'copy' ? [file.newPath] : [file.oldPath, file.newPath];
  return [...new Set(touched)].filter((path) => path !== null);
}
