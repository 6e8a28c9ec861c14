import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '#lib/errors.ts';
import { type InitPlan, planProject } from '#lib/init/plan.ts';
import { projectFile } from '#lib/init/project-file.ts';
import { lookAtProject } from '#server/init/look-at-project.ts';
import { type TriedPlan, tryPlans } from '#server/init/try-plans.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { folderAt } from '../folder-at.ts';
import { listenForInterrupts } from '../interrupts.ts';

interface InitOptions {
  readonly force?: true;
  readonly print?: true;
  readonly check?: true;
}

/** `firmloop init`: writes a project file from what the folder looks like, and with `--check` from what a trial shows. Needs no stack. */
export async function init(dir: string, { force, print, check }: InitOptions): Promise<ExitCode> {
  const folder = folderAt(dir);
  const path = join(folder, 'firmloop.yaml');
  if (!print && !force && existsSync(path)) {
    throw new DomainError('CONFLICT', `${path} exists already.`, {
      next: 'Use --force to write it anew, or --print to see what would be written.',
    });
  }
  const plan = planProject(await lookAtProject(folder));
  const tried = check ? await tryOnce(folder, plan) : { plan, trial: null };
  if (tried === 'interrupted') return exitCode.aborted;
  const text = projectFile(tried.plan, tried.trial);
  if (print) {
    console.log(text.trimEnd());
    return exitCode.success;
  }
  await writeFile(path, text);
  console.log(`${path} is written${leftToDecide(text)}.`);
  const trying = check ? '' : `try it once with \`firmloop init ${dir} --check --force\`, `;
  console.log(`Next: ${trying}commit it, and \`firmloop run ${dir}\`.`);
  return exitCode.success;
}

function leftToDecide(text: string): string {
  const count = text.split('\n').filter((line) => line.trim().startsWith('# To decide')).length;
  if (count === 0) return '';
  return `; ${count} ${count === 1 ? 'thing is' : 'things are'} left to decide: look for “To decide”`;
}

async function tryOnce(folder: string, plan: InitPlan): Promise<TriedPlan | 'interrupted'> {
  const interrupts = listenForInterrupts(exitCode.aborted);
  try {
    const tried = await tryPlans(folder, plan, {
      signal: interrupts.first,
      say: (line) => console.error(`firmloop: ${line}`),
    });
    return interrupts.first.aborted ? 'interrupted' : tried;
  } finally {
    interrupts.close();
  }
}
