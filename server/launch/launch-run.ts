import type { LaunchChoices } from '#lib/launch/choices.ts';
import { launchInWords } from '#lib/launch/in-words.ts';
import type { LaunchLog } from '#lib/launch/logs.ts';
import { firmwareLoop } from '#lib/machines/firmware-loop/index.ts';
import type { FirmwareLoopInput } from '#lib/machines/firmware-loop/input.ts';
import type { Engine } from '#server/engine/engine.ts';
import { createLaunched, type Launcher, runOfWish } from './create-launched.ts';
import type { PlanOptions } from './judge-launch.ts';
import { fileEvidence, keepEvidence } from './launch-evidence.ts';
import { planLaunch } from './plan-launch.ts';

/** A launch with who makes it and through which door. */
export interface LaunchRequest extends LaunchChoices, Omit<PlanOptions, 'pool'>, Launcher {
  /** Logs that show the failure. */
  readonly logs?: readonly LaunchLog[];
}

export interface Launched {
  readonly runId: string;
  readonly number: number;
  /** What the run will do, a sentence each; nothing when the wish was fulfilled before. */
  readonly summary: readonly string[];
  /** What its user should know, a sentence each. */
  readonly warnings: readonly string[];
}

/** Creates a run of the firmware loop and sets it going. Throws BAD_INPUT that lists every problem; nothing is created then. */
export async function launchRun(
  engine: Engine,
  { by, door, address, home, signal, found, commandId, logs = [], ...choices }: LaunchRequest,
): Promise<Launched> {
  const launcher = { by, door, ...(address && { address }), ...(commandId && { commandId }) };
  const { id, number } = await runOfWish(engine, launcher);
  if (number !== null) return { runId: id, number, summary: [], warnings: [] };
  const { input, read, site, warnings } = await planLaunch(choices, {
    home,
    pool: engine.pool,
    ...(signal && { signal }),
    ...(found && { found }),
  });
  const evidence = await keepEvidence(engine.pool, logs, home);
  const created = await createLaunched(engine, launcher, {
    id,
    machine: firmwareLoop,
    firstEvent: 'START',
    asked: input.goal.text,
    input: { ...withEvidence(input, evidence), ...(site && { site }) },
    choices,
    details: { base_commit: input.baseCommit ?? null, logs: evidence.map(({ name, hash }) => ({ name, hash })) },
  });
  if (created.isNew) await fileEvidence(engine.pool, created.id, evidence);
  return { runId: created.id, number: created.number, summary: launchInWords(read.config, input), warnings };
}

function withEvidence(input: FirmwareLoopInput, evidence: readonly { readonly hash: string }[]): FirmwareLoopInput {
  return { ...input, evidence: evidence.map(({ hash }) => hash) };
}
