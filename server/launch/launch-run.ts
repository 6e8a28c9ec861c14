import { randomUUID } from 'node:crypto';
import type { Json } from '#lib/engine/json.ts';
import type { LaunchChoices } from '#lib/launch/choices.ts';
import { launchInWords } from '#lib/launch/in-words.ts';
import type { LaunchLog } from '#lib/launch/logs.ts';
import { firmwareLoop } from '#lib/machines/firmware-loop/index.ts';
import { createRun } from '#server/engine/create-run.ts';
import { derivedId } from '#server/engine/derived-id.ts';
import type { Engine } from '#server/engine/engine.ts';
import { projectAt } from '#server/store/project-at.ts';
import { runNumber } from '#server/store/run-number.ts';
import { type Door, signed } from '#server/store/signed.ts';
import { storable } from '#server/store/storable.ts';
import type { PlanOptions } from './judge-launch.ts';
import { fileEvidence, keepEvidence } from './launch-evidence.ts';
import { planLaunch } from './plan-launch.ts';

/** A launch with who makes it and through which door. */
export interface LaunchRequest extends LaunchChoices, PlanOptions {
  readonly by: string;
  readonly door: Door;
  /** The client's address where it is known, for the audit log. */
  readonly address?: string | null;
  /** Chosen for this one wish: asking again with it gives the run that is there already. By default each call is a wish. */
  readonly commandId?: string;
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
  { by, door, address = null, home, signal, commandId, logs = [], ...choices }: LaunchRequest,
): Promise<Launched> {
  const id = commandId === undefined ? randomUUID() : derivedId(`launch by ${by} with command ${commandId}`);
  const known = commandId === undefined ? null : await runNumber(engine.pool, id);
  if (known !== null) return { runId: id, number: known, summary: [], warnings: [] };
  const plan = await planLaunch(choices, { home, ...(signal && { signal }) });
  const { input, read, warnings } = plan;
  const project = await projectAt(engine.pool, {
    repository: [input.repository.path, input.repository.subdirectory].filter(Boolean).join('/'),
    name: input.project,
  });
  const evidence = await keepEvidence(engine.pool, logs);
  const details = {
    choices: storable({ ...choices } as Json),
    base_commit: input.baseCommit ?? null,
    logs: evidence.map(({ name, hash }) => ({ name, hash })),
  };
  const pool = signed(engine.pool, { actor: by, door, address, details });
  const created = await createRun(
    { ...engine, pool },
    {
      id,
      projectId: project.id,
      machine: firmwareLoop.id,
      machineVersion: firmwareLoop.version,
      title: input.goal.text.slice(0, longestTitle),
      input: { ...input, project: project.name, evidence: evidence.map(({ hash }) => hash) } as Json,
      createdBy: by,
      firstEvent: 'START',
    },
  );
  if (created.isNew) await fileEvidence(engine.pool, created.id, evidence);
  return { runId: created.id, number: created.number, summary: launchInWords(read.config, input), warnings };
}

const longestTitle = 200;
