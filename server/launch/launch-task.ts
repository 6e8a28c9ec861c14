import { randomUUID } from 'node:crypto';
import { machineNamedIn, parseConfigOf } from '#lib/config/parse.ts';
import type { ConfigurableMachine } from '#lib/config/schema.ts';
import type { Json } from '#lib/engine/json.ts';
import { DomainError } from '#lib/errors.ts';
import type { LaunchChoices } from '#lib/launch/choices.ts';
import { problemLines } from '#lib/launch/problem-lines.ts';
import { taskInWords, toTaskInput } from '#lib/launch/task-input.ts';
import { taskOrchestrator } from '#lib/machines/task-orchestrator/index.ts';
import type { TaskOrchestratorInput } from '#lib/machines/task-orchestrator/input.ts';
import { projectFile } from '#server/activities/firmware/read-project-file.ts';
import { createRun } from '#server/engine/create-run.ts';
import type { Engine } from '#server/engine/engine.ts';
import { projectAt } from '#server/store/project-at.ts';
import { type Door, signed } from '#server/store/signed.ts';
import { createGit } from '#server/workspace/git.ts';
import { findFirmware } from './find-firmware.ts';
import type { PlanOptions } from './judge-launch.ts';
import type { Launched } from './launch-run.ts';

/** The machine that the project of a folder is run by. Throws BAD_INPUT where there is no project to launch. */
export async function machineAt(choices: LaunchChoices, { home, signal }: PlanOptions): Promise<ConfigurableMachine> {
  return machineNamedIn((await findFirmware(createGit(signal && { signal }), choices, { home })).text);
}

/** A task that can be launched, with what it will do. Throws BAD_INPUT that lists every problem. */
export async function planTask(
  choices: LaunchChoices,
  { home, signal }: PlanOptions,
): Promise<{ readonly input: TaskOrchestratorInput; readonly summary: string[]; readonly warnings: string[] }> {
  const firmware = await findFirmware(createGit(signal && { signal }), choices, { home });
  const read = parseConfigOf('task-orchestrator', firmware.text);
  const refuse = (lines: readonly string[]) =>
    new DomainError(
      'BAD_INPUT',
      [`${choices.folder} cannot be launched:`, ...lines.map((line) => `  ${line}`)].join('\n'),
    );
  if (!read.ok) throw refuse(problemLines(read.problems, projectFile));
  const { goal, mode, timeoutMinutes } = choices;
  const made = toTaskInput(read.config, firmware, { request: goal, mode, timeoutMinutes });
  if (!made.ok) throw refuse([made.reason]);
  const warnings = [...problemLines(read.problems, projectFile), ...firmware.notes];
  return { input: made.input, summary: taskInWords(made.input), warnings };
}

/** Creates a task and sets it going. */
export async function launchTask(
  engine: Engine,
  { by, door, home, choices }: { by: string; door: Door; home: string | undefined; choices: LaunchChoices },
): Promise<Launched> {
  const { input, summary, warnings } = await planTask(choices, { home });
  const project = await projectAt(engine.pool, {
    repository: [input.repository.path, input.repository.subdirectory].filter(Boolean).join('/'),
    name: input.project,
  });
  const pool = signed(engine.pool, { actor: by, door, address: null, details: { request: input.request } });
  const { id, number } = await createRun(
    { ...engine, pool },
    {
      id: randomUUID(),
      projectId: project.id,
      machine: taskOrchestrator.id,
      machineVersion: taskOrchestrator.version,
      title: input.request.slice(0, 200),
      input: { ...input, project: project.name } as unknown as Json,
      createdBy: by,
      firstEvent: 'USER_MESSAGE',
    },
  );
  return { runId: id, number, summary, warnings };
}
