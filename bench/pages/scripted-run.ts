import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Envelope } from '#lib/engine/envelope.ts';
import type { Json } from '#lib/engine/json.ts';
import { doneEvent } from '#lib/engine/names.ts';
import { calm, calmInput, measured, patch } from '#lib/machines/firmware-loop/testing/script.ts';
import type { ScriptedRun } from '#lib/machines/testing/scripted.ts';
import { createRun } from '#server/engine/create-run.ts';
import type { Engine } from '#server/engine/engine.ts';
import { remembered } from '#server/engine/remembered.ts';
import { type Outgoing, send } from '#server/engine/send.ts';
import type { StartedActivity } from '#server/engine/step-payload.ts';
import type { Claim } from '#server/store/apply-step.ts';
import { registerRunner } from '#server/store/runner-rows.ts';
import { storedRun } from '#server/store/stored-run.ts';
import { storeProposal } from './store-proposal.ts';

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

/** Creates such a run and sets it going. The runner is one that `scriptedRunner` made. */
export async function createScriptedRun(engine: Engine, projectId: string, runner: Claim): Promise<ScriptedLiveRun> {
  const { id, number } = await createRun(engine, {
    projectId,
    machine: 'firmware-loop',
    machineVersion: 1,
    title: 'all tests pass',
    input: { ...calmInput, ...endless } as Json,
    createdBy: 'bench',
    firstEvent: 'START',
  });
  const proposal = await storeProposal(engine.pool, id);
  let flight = await taken(engine.pool, id);
  return {
    id,
    number,
    async step() {
      const output = answerOf(flight.name, { ...(await standing(engine, id)), proposal });
      const sent = await send(engine, id, { ...ending(flight, output), claim: runner });
      const at = Date.now();
      if (sent.fate !== 'applied') throw new Error(`${flight.name} was ${sent.fate}: ${sent.reason}`);
      flight = sent.claimed[0] ?? (await taken(engine.pool, id));
      return { transitions: (await standing(engine, id)).envelope.transitions, at };
    },
  };
}

/** A runner in the database's eyes, whose work a script does. */
export async function scriptedRunner(pool: Pool): Promise<Claim> {
  const id = randomUUID();
  const hostId = `bench-${id}`;
  const told = { hostName: 'bench', pid: process.pid, processStart: '', queues: [], slots: 64, sandbox: {} };
  await registerRunner(pool, { id, hostId, ...told });
  await pool.query('SELECT pgboss.create_queue($1, $2)', [`activity/host/${hostId}`, { policy: 'standard' }]);
  return { runnerId: id, hostId };
}

type Flight = Pick<StartedActivity, 'id' | 'invokeId' | 'visit' | 'name'>;

/** The activity that was left for any runner, as it is after a run has begun. */
async function taken(pool: Pool, runId: string): Promise<Flight> {
  const { rows } = await pool.query<Flight>(
    `UPDATE activity SET status = 'running' WHERE run_id = $1 AND status = 'queued'
     RETURNING id, invoke_id AS "invokeId", visit, name`,
    [runId],
  );
  const [flight] = rows;
  if (flight === undefined) throw new Error(`run ${runId} has nothing in flight`);
  return flight;
}

/** As a runner knows it: from what it wrote last, and read only where it wrote nothing. */
async function standing(engine: Engine, runId: string): Promise<{ readonly envelope: Envelope }> {
  return remembered(engine, runId) ?? (await storedRun(engine.pool, runId));
}

function ending({ id, invokeId, visit }: Flight, output: Json): Outgoing {
  return {
    type: doneEvent(invokeId),
    payload: { visit, output },
    key: randomUUID(),
    actor: 'bench',
    finish: { activityId: id, from: 'running', status: 'done', output, error: null },
  };
}

/** Each iteration passes one test more. */
function answerOf(
  name: string,
  { envelope, proposal }: { readonly envelope: Envelope; readonly proposal: string },
): Json {
  const { iteration } = envelope.context as { iteration: number };
  if (name === 'normalise-results') return measured(1_000 + iteration, 2_000);
  if (name === 'propose-patch')
    return { ...Object(patch(`fingerprint-${iteration}`, { risk: 0.001 })), proposalId: proposal };
  const answer = Object.entries(calm).find(([known]) => known === name)?.[1];
  if (answer === undefined) throw new Error(`the script has no answer for ${name}`);
  return answer({ envelope } as ScriptedRun, { name, invokeId: name, visit: 0, input: null });
}
