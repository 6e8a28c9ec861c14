import { randomUUID } from 'node:crypto';
import type { MachineDefinition } from '#lib/engine/definition.ts';
import type { Json } from '#lib/engine/json.ts';
import type { LaunchChoices } from '#lib/launch/choices.ts';
import type { PlacedInput } from '#lib/launch/machine-launch.ts';
import { type CreatedRun, createRun } from '#server/engine/create-run.ts';
import { derivedId } from '#server/engine/derived-id.ts';
import type { Engine } from '#server/engine/engine.ts';
import { projectAt } from '#server/store/project-at.ts';
import { runNumber } from '#server/store/run-number.ts';
import { type Door, signed } from '#server/store/signed.ts';
import { storable } from '#server/store/storable.ts';

/** Who launches, and through which door. */
export interface Launcher {
  readonly by: string;
  readonly door: Door;
  /** The client's address where it is known, for the audit log. */
  readonly address?: string | null;
  /** Chosen for this one wish: asking again with it gives the run that is there already. By default each call is a wish. */
  readonly commandId?: string;
}

/** The id of the run of a wish, with its number where the wish was fulfilled before. */
export async function runOfWish(
  { pool }: Engine,
  { by, commandId }: Launcher,
): Promise<{ readonly id: string; readonly number: number | null }> {
  if (commandId === undefined) return { id: randomUUID(), number: null };
  const id = derivedId(`launch by ${by} with command ${commandId}`);
  return { id, number: await runNumber(pool, id) };
}

interface Launching {
  readonly id: string;
  readonly machine: Pick<MachineDefinition, 'id' | 'version'>;
  readonly firstEvent: string;
  readonly asked: string;
  readonly input: PlacedInput;
  readonly choices: LaunchChoices;
  /** For the audit log, beside the choices. */
  readonly details: { readonly [key: string]: Json };
}

/** Creates the run of a launch and sets it going, in its project, with what was chosen in the audit log. */
export async function createLaunched(
  engine: Engine,
  { by, door, address = null }: Launcher,
  { id, machine, firstEvent, asked, input, choices, details }: Launching,
): Promise<CreatedRun> {
  const project = await projectAt(engine.pool, {
    repository: [input.repository.path, input.repository.subdirectory].filter(Boolean).join('/'),
    name: input.project,
  });
  const told = { choices: storable({ ...choices } as Json), ...details };
  const pool = signed(engine.pool, { actor: by, door, address, details: told });
  return await createRun(
    { ...engine, pool },
    {
      id,
      projectId: project.id,
      machine: machine.id,
      machineVersion: machine.version,
      title: asked.slice(0, longestTitle),
      input: { ...input, project: project.name } as unknown as Json,
      createdBy: by,
      firstEvent,
    },
  );
}

const longestTitle = 200;
