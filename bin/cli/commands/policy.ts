import { join } from 'node:path';
import { parseConfig } from '#lib/config/parse.ts';
import { parseDiff } from '#lib/diff/parse-diff.ts';
import type { ParsedDiff } from '#lib/diff/parsed-diff.ts';
import { DomainError } from '#lib/errors.ts';
import { counted } from '#lib/format/count.ts';
import { problemLines } from '#lib/launch/problem-lines.ts';
import { checkPolicy, type PolicyAnswer } from '#lib/policy/check-policy.ts';
import { changedSyntax } from '#server/syntax/changed-syntax.ts';
import { textInside } from '#server/syntax/text-inside.ts';
import { createGit, type Git } from '#server/workspace/git.ts';
import { patchInProject } from '#server/workspace/patch-in-project.ts';
import { zeroSeparated } from '#server/workspace/workspace-git.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { folderAt } from '../folder-at.ts';
import { readInput } from '../read-input.ts';
import { table } from '../table.ts';

interface PolicyOptions {
  readonly dir: string;
  readonly json?: true;
}

/** `firmloop policy check`: what the policy of a folder finds in a patch. Exit code 1 for a patch that may not be applied, or not without an approval. Needs no stack. */
export async function checkPatchPolicy(path: string, { dir, json }: PolicyOptions): Promise<ExitCode> {
  const folder = folderAt(dir);
  const file = join(folder, 'firmloop.yaml');
  const read = parseConfig(await readInput(file, 'project file'));
  if (!read.ok) throw new DomainError('BAD_INPUT', problemLines(read.problems, file).join('\n'));
  const { diff, subdirectory } = await diffIn(folder, await readInput(path, 'patch'));
  if (diff.files.length === 0)
    throw new DomainError('BAD_INPUT', `${path === '-' ? 'stdin' : path} holds no diff.`, {
      next: 'Give what `git diff` prints.',
    });
  const [links, syntax] = await Promise.all([linksIn(folder), changedSyntax(diff, (name) => textInside(folder, name))]);
  const answer = checkPolicy(diff, read.config.policy, { ...links, subdirectory, syntax, confidence: null });
  console.log(json ? JSON.stringify(answer) : inWords(answer).join('\n'));
  return answer.allowed && answer.risk.score <= read.config.policy.max_risk ? exitCode.success : exitCode.failure;
}

/** A patch as a run of the project in the folder would take it; as it stands where there is no git. */
async function diffIn(folder: string, patch: string): Promise<{ diff: ParsedDiff; subdirectory: string }> {
  const git: Git = (what, options) => createGit()(what, { cwd: folder, ...options });
  const shown = await git(['rev-parse', '--show-prefix', 'HEAD']);
  if (!shown.ok) return { diff: parseDiff(patch), subdirectory: '' };
  const [prefix = '', commit = ''] = shown.stdout.split('\n');
  const subdirectory = prefix.replace(/\/$/, '');
  const taken = await patchInProject(git, { commit, subdirectory }, Buffer.from(patch));
  return { diff: parseDiff(taken.toString('utf8')), subdirectory };
}

/** Symbolic links and submodules that git knows in the folder; none where there is no git. */
async function linksIn(folder: string): Promise<{ symlinks: string[]; submodules: string[] }> {
  const listed = await createGit()(['ls-files', '-z', '--stage'], { cwd: folder });
  const files = zeroSeparated(listed.stdout).map((entry) => ({
    mode: entry.slice(0, 6),
    path: entry.slice(entry.indexOf('\t') + 1),
  }));
  const withMode = (mode: string) => files.filter((file) => file.mode === mode).map(({ path }) => path);
  return { symlinks: withMode('120000'), submodules: withMode('160000') };
}

function inWords({ allowed, findings, risk }: PolicyAnswer): string[] {
  const rows = findings.map(({ rule, severity, path, line, message }) => [
    severity,
    rule,
    path === null ? '–' : `${path}${line === null ? '' : `:${line}`}`,
    message,
  ]);
  const parts = risk.parts.map(({ name, value, weight, because }) => [name, (value * weight).toFixed(3), because]);
  return [
    ...(rows.length === 0 ? [] : [...table([['severity', 'rule', 'place', 'what'], ...rows]), '']),
    ...(parts.length === 0 ? [] : [...table([['risk', 'adds', 'because'], ...parts]), '']),
    `${allowed ? 'Allowed' : 'Refused'} with ${counted(findings.length, 'finding')}, risk ${risk.score.toFixed(2)}.`.replaceAll(
      '\u00a0',
      ' ',
    ),
  ];
}
