import { controlEvent } from '#lib/engine/events.ts';
import { DomainError } from '#lib/errors.ts';
import type { LaunchChoices } from '#lib/launch/choices.ts';
import { limitChangesBetween } from '#lib/launch/limit-changes.ts';
import type { Engine } from '#server/engine/engine.ts';
import { forkRun } from '#server/engine/fork-run.ts';
import { send } from '#server/engine/send.ts';
import { launchOf } from '#server/store/launch-of.ts';
import { findProject } from './launch.ts';
import { launchAgain } from './launch-again.ts';
import { planLaunch } from './plan-launch.ts';

export interface ForkLaunchRequest {
  /** Number of the run to fork. */
  readonly run: number;
  /** The last event that both runs share. */
  readonly atSeq: number;
  /** The launch of that run with what is to be otherwise: mode, criteria and limits. */
  readonly choices: LaunchChoices;
  readonly by: string;
  readonly reason: string;
  /** Asking again with it gives the fork that is there already. */
  readonly commandId: string;
  readonly home?: string | undefined;
}

/** Forks a run and changes in the fork what its launch says otherwise. Throws NOT_FOUND, or BAD_INPUT that lists every problem. */
export async function forkLaunch(engine: Engine, request: ForkLaunchRequest): Promise<{ id: string; number: number }> {
  const { run, atSeq, choices, by, reason, commandId, home } = request;
  const launched = await launchOf(engine.pool, run);
  if (launched === null) throw new DomainError('NOT_FOUND', `There is no run ${run}.`);
  const changes = await changesOf(await launchAgain(engine.pool, run), choices, home);
  const fork = await forkRun(engine, { runId: launched.id, atSeq, by, reason, commandId });
  if (Object.keys(changes).length === 0) return fork;
  const payload = { by, reason: reason || `fork of run ${run}`, changes };
  await send(engine, fork.id, {
    type: controlEvent.limits,
    key: `command:${commandId}:limits`,
    actor: by,
    payload: JSON.parse(JSON.stringify(payload)),
  });
  return fork;
}

/** What the fork does otherwise than its run: of a loop anything that can be changed while it goes on, of another machine its mode and time. */
async function changesOf(before: LaunchChoices, after: LaunchChoices, home: string | undefined): Promise<object> {
  const { machine, found } = await findProject(after, { home });
  if (machine === 'firmware-loop') {
    const [was, is] = [await planLaunch(before, { home }), await planLaunch(after, { home, found })];
    return limitChangesBetween(was.input, is.input);
  }
  const { mode, timeoutMinutes } = after;
  return {
    ...(mode !== undefined && mode !== before.mode && { mode }),
    ...(timeoutMinutes !== undefined &&
      timeoutMinutes !== before.timeoutMinutes && { timeout_minutes: timeoutMinutes }),
  };
}
