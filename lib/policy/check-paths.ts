import { type FileDiff, pathOf, pathsOf } from '#lib/diff/parsed-diff.ts';
import { type Finding, type PolicyFacts, refusal } from './policy.ts';
import type { FixedRule } from './rules.ts';

/** Characters that hide what a path is: control, direction, zero-width and undecodable ones, and the other system's separator. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const HIDING = /[\x00-\x1f\x7f\\\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffd]/;

/** A component that git, or a file system that folds names, takes for its own folder. */
const GIT_FOLDER = /^(?:\.git[. ]*|\.git::.*|git~\d)$/i;

interface PathRule {
  readonly rule: FixedRule;
  readonly breaks: (path: string) => boolean;
  readonly message: string;
}

const pathRules: readonly PathRule[] = [
  {
    rule: 'path-characters',
    breaks: (path) => HIDING.test(path),
    message: 'the path holds control, invisible or undecodable characters, or backslashes',
  },
  {
    rule: 'path-outside',
    breaks: (path) =>
      path.startsWith('/') || /^[A-Za-z]:/.test(path) || path.split('/').some((part) => ['', '.', '..'].includes(part)),
    message: 'the path is not a plain path inside the repository',
  },
  {
    rule: 'git-folder',
    breaks: (path) => path.split('/').some((part) => GIT_FOLDER.test(part)),
    message: 'nothing inside .git may be changed',
  },
];

const LINK = '120000';
const SUBMODULE = '160000';

/** Refuses whatever could reach outside the repository's own files, by path or by kind of file. */
export function checkPaths(file: FileDiff, facts: PolicyFacts): Finding[] {
  const paths = [...new Set(pathsOf(file))];
  const modes = [file.oldMode, file.newMode];
  const below = (folder: string) => paths.some((path) => path === folder || path.startsWith(`${folder}/`));
  const link = facts.symlinks.find(below);
  const submodule = facts.submodules.find(below);
  const path = pathOf(file);
  return [
    ...paths.flatMap((each) =>
      pathRules.filter(({ breaks }) => breaks(each)).map(({ rule, message }) => refusal(rule, each, message)),
    ),
    ...(modes.includes(LINK)
      ? [refusal('symbolic-link', path, 'symbolic links may not be added, changed or removed')]
      : []),
    ...(link === undefined || modes.includes(LINK)
      ? []
      : [refusal('symbolic-link', path, `the path leads through the symbolic link ${link}`)]),
    ...(modes.includes(SUBMODULE) || submodule !== undefined
      ? [refusal('submodule', path, 'submodules may not be changed')]
      : []),
    ...(file.binary ? [refusal('binary-file', path, 'binary files cannot be reviewed and may not be changed')] : []),
  ];
}
