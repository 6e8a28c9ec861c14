import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '#lib/errors.ts';
import { planProject } from '#lib/init/plan.ts';
import { projectFile } from '#lib/init/project-file.ts';
import { lookAtProject } from '#server/init/look-at-project.ts';
import { tryProject } from '#server/init/try-project.ts';
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
  const text = projectFile(plan, check ? await tried(folder, plan) : null);
  if (print) console.log(text.trimEnd());
  else await writeFile(path, text);
  const open = text.split('\n').filter((line) => line.trim().startsWith('# To decide')).length;
  if (!print)
    console.log(
      `${path} is written${open === 0 ? '' : `; ${open} ${open === 1 ? 'thing is' : 'things are'} left to decide: look for “To decide”`}.`,
    );
  if (!print)
    console.log(
      `Next: ${check ? '' : '`firmloop init --check --force` tries it once, or '}commit it and \`firmloop run ${dir}\`.`,
    );
  return exitCode.success;
}

async function tried(folder: string, plan: ReturnType<typeof planProject>) {
  const interrupts = listenForInterrupts(exitCode.aborted);
  try {
    return await tryProject(folder, plan, {
      signal: interrupts.first,
      say: (line) => console.error(`firmloop: ${line}`),
    });
  } finally {
    interrupts.close();
  }
}
