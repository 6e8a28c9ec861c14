import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ExecutionMode } from '#lib/convergence/plateau.ts';
import { engineEvent } from '#lib/engine/events.ts';
import type { LaunchChoices } from '#lib/launch/choices.ts';
import { launchInWords } from '#lib/launch/in-words.ts';
import { send } from '#server/engine/send.ts';
import { launchRun } from '#server/launch/launch-run.ts';
import { planLaunch } from '#server/launch/plan-launch.ts';
import { createGit } from '#server/workspace/git.ts';
import { inspectRepository } from '#server/workspace/inspect-repository.ts';
import { placeFromEnvironment } from '../../stack/options.ts';
import { root } from '../../stack/root.ts';
import { actor } from '../actor.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { folderAt } from '../folder-at.ts';
import { reportLines } from '../report-lines.ts';
import { createScreen, type Screen } from '../screen.ts';
import { warnWithoutRunner } from '../warn-without-runner.ts';
import { type RunEnd, watchRun } from '../watch-run.ts';
import { type StackUse, withStack } from '../with-stack.ts';

interface RunOptions {
  readonly env?: string;
  readonly agent?: readonly string[];
  readonly mode?: ExecutionMode;
  readonly preset?: string;
  readonly maxIterations?: number;
  readonly timeoutMinutes?: number;
  readonly ref?: string;
  readonly goal?: string;
  readonly snapshot?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

/** `firmloop run`: launches, shows how it goes, and answers with the end. What cannot work is said before anything starts. */
export async function run(dir: string, options: RunOptions): Promise<ExitCode> {
  const screen = createScreen(options.json ? process.stderr : process.stdout, process.env);
  try {
    const choices = await choicesOf(folderAt(dir), options);
    const { home } = placeFromEnvironment(process.env);
    const plan = await planLaunch(choices, { home });
    for (const line of launchInWords(plan.read.config, plan.input)) screen.say(screen.paint('quiet', line));
    for (const warning of plan.warnings) screen.say(screen.paint('attention', `note: ${warning}`));
    if (options.dryRun) return exitCode.success;
    screen.show(() => 'looking for a stack, else starting one');
    const end = await withStack({ runner: true }, async (stack) => {
      const launched = await launchRun(stack.engine, { ...choices, by: actor(), door: 'cli', home });
      screen.say(
        `Run #${launched.number} is launched.${stack.url === undefined ? '' : ` ${stack.url}/runs/${launched.number}`}`,
      );
      await warnWithoutRunner(stack.pool, launched.number);
      return await watchRun(stack, launched.runId, {
        screen,
        interrupted: () => interrupted(stack, launched.runId, screen),
      });
    });
    screen.close();
    tell(end, options, screen);
    return end.exitCode;
  } finally {
    screen.close();
  }
}

async function choicesOf(folder: string, options: RunOptions): Promise<LaunchChoices> {
  const { env, agent, mode, preset, maxIterations, timeoutMinutes, ref, goal } = options;
  const snapshot = options.snapshot ?? (await isShippedWithoutGit(folder));
  return {
    folder,
    environment: env,
    agents: agent && [...agent],
    mode,
    preset,
    maxIterations,
    timeoutMinutes,
    ref,
    goal,
    snapshot,
  };
}

/** The product's own examples can be launched also where it was unpacked without its git history. */
async function isShippedWithoutGit(folder: string): Promise<boolean> {
  if (!resolve(folder).startsWith(join(root, 'examples', '/')) || !existsSync(folder)) return false;
  const inspected = await inspectRepository(createGit(), folder);
  return !inspected.ok;
}

/** A run on our own stack is aborted, since nobody would go on with it; on another stack it goes on without us. */
async function interrupted(stack: StackUse, runId: string, screen: Screen): Promise<'detach' | 'stay'> {
  if (!stack.isOwn) return 'detach';
  screen.say(screen.paint('attention', 'Aborting the run and keeping its best patch; Ctrl-C again ends at once.'));
  await send(stack.engine, runId, {
    type: engineEvent.abort,
    payload: { reason: 'interrupted at the terminal' },
    key: `interrupt:${process.pid}`,
    actor: actor(),
  });
  return 'stay';
}

function tell(end: RunEnd, { json }: RunOptions, screen: Screen): void {
  for (const line of end.kind === 'ended' ? reportLines(end.report, screen.paint) : [end.hint]) screen.say(line);
  if (json) console.log(JSON.stringify(end.report));
}
