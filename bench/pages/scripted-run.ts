import { randomUUID } from 'node:crypto';
import type { Json } from '#lib/engine/json.ts';
import { doneEvent } from '#lib/engine/names.ts';
import { calm, calmInput, measured, patch } from '#lib/machines/firmware-loop/testing/script.ts';
import type { ScriptedRun } from '#lib/machines/testing/scripted.ts';
import { createRun } from '#server/engine/create-run.ts';
import type { Engine } from '#server/engine/engine.ts';
import { send } from '#server/engine/send.ts';
import { storedRun } from '#server/store/stored-run.ts';

/** A run of the firmware loop whose activities are answered by a script, one at a time. */
export interface ScriptedLiveRun {
  readonly id: string;
  readonly number: number;
  /** Ends the activity in flight. */
  step(): Promise<Stepped>;
}

/** How many transitions a run has after a step, and when the step was committed, epoch milliseconds. */
export interface Stepped {
  readonly transitions: number;
  readonly at: number;
}

/** So many iterations are never reached, and improvement never slows down. */
const endless = {
  criteria: {
    model: 'rules',
    plateau_improvement_threshold: 0,
    slow_improvement_threshold: 0,
    consecutive_no_improvement_limit: 12,
  },
  limits: { max_iterations: 1_000 },
  mode: 'ci',
};

/** Creates such a run and sets it going. */
export async function createScriptedRun(engine: Engine, projectId: string): Promise<ScriptedLiveRun> {
  const { id, number } = await createRun(engine, {
    projectId,
    machine: 'firmware-loop',
    machineVersion: 1,
    title: 'all tests pass',
    input: { ...calmInput, ...endless } as Json,
    createdBy: 'bench',
    firstEvent: 'START',
  });
  return { id, number, step: () => endActivity(engine, id) };
}

async function endActivity(engine: Engine, id: string): Promise<Stepped> {
  const { rows } = await engine.pool.query<{ id: string; invokeId: string; visit: number; name: string; input: Json }>(
    `UPDATE activity SET status = 'running' WHERE run_id = $1 AND status = 'queued'
     RETURNING id, invoke_id AS "invokeId", visit, name, input`,
    [id],
  );
  const [flight] = rows;
  if (flight === undefined) throw new Error(`run ${id} has nothing in flight`);
  const before = await storedRun(engine.pool, id);
  const output = answerOf(flight.name, { envelope: before.envelope } as ScriptedRun);
  const sent = await send(engine, id, {
    type: doneEvent(flight.invokeId),
    payload: { visit: flight.visit, output },
    key: randomUUID(),
    actor: 'bench',
    finish: { activityId: flight.id, from: 'running', status: 'done', output, error: null },
  });
  if (sent.fate !== 'applied') throw new Error(`${flight.name} was ${sent.fate}: ${sent.reason}`);
  const at = Date.now();
  const after = await storedRun(engine.pool, id);
  return { transitions: after.envelope.transitions, at };
}

/** Each iteration passes one test more. */
function answerOf(name: string, run: ScriptedRun): Json {
  const { iteration } = run.envelope.context as { iteration: number };
  if (name === 'normalise-results') return measured(1_000 + iteration, 2_000);
  if (name === 'propose-patch') return patch(`fingerprint-${iteration}`, { risk: 0.001 });
  const answer = Object.entries(calm).find(([known]) => known === name)?.[1];
  if (answer === undefined) throw new Error(`the script has no answer for ${name}`);
  return answer(run, { name, invokeId: name, visit: 0, input: null });
}
