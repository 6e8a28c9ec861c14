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

/** How many transitions a run has after a step, when the step was committed, epoch milliseconds, and whether work follows. */
export interface Stepped {
  readonly transitions: number;
  readonly at: number;
  readonly goesOn: boolean;
}

/** What a run is asked for, and how many of 2,000 tests pass after an iteration. */
interface Course {
  readonly input: object;
  readonly passed: (iteration: number) => number;
}

/** So many iterations are never reached, and improvement never slows down: each iteration passes one test more. */
const endless: Course = {
  input: {
    criteria: {
      model: 'rules',
      plateau_improvement_threshold: 0,
      slow_improvement_threshold: 0,
      consecutive_no_improvement_limit: 12,
    },
    limits: { max_iterations: 1_000 },
    mode: 'ci',
  },
  passed: (iteration) => 1_000 + iteration,
};

/** Nothing that is tried changes anything, so that people are asked. */
export const stuck: Course = { input: { mode: 'interactive' }, passed: () => 1_900 };

/** Creates such a run and sets it going. The runner is one that `scriptedRunner` made. */
export async function createScriptedRun(
  engine: Engine,
  projectId: string,
  runner: Claim,
  { input, passed }: Course = endless,
): Promise<ScriptedLiveRun> {
  const { id, number } = await createRun(engine, {
    projectId,
    machine: 'firmware-loop',
    machineVersion: 1,
    title: 'all tests pass',
    input: { ...calmInput, ...input } as Json,
    createdBy: 'bench',
    firstEvent: 'START',
  });
  const proposal = await storeProposal(engine.pool, id);
  let flight = await taken(engine.pool, id);
  return {
    id,
    number,
    async step() {
      if (flight === undefined) throw new Error(`run ${id} has nothing in flight`);
      const output = answerOf(flight.name, { ...(await standing(engine, id)), proposal, passed });
      const sent = await send(engine, id, { ...ending(flight, output), claim: runner });
      const at = Date.now();
      if (sent.fate !== 'applied') throw new Error(`${flight.name} was ${sent.fate}: ${sent.reason}`);
      flight = sent.claimed[0] ?? (await taken(engine.pool, id));
      const { transitions } = (await standing(engine, id)).envelope;
      return { transitions, at, goesOn: flight !== undefined };
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

/** The activity that was left for any runner, as it is after a run has begun; none where the run waits for people. */
async function taken(pool: Pool, runId: string): Promise<Flight | undefined> {
  const { rows } = await pool.query<Flight>(
    `UPDATE activity SET status = 'running' WHERE run_id = $1 AND status = 'queued'
     RETURNING id, invoke_id AS "invokeId", visit, name`,
    [runId],
  );
  return rows[0];
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

type Asked = Pick<Course, 'passed'> & { readonly envelope: Envelope; readonly proposal: string };

function answerOf(name: string, { envelope, proposal, passed }: Asked): Json {
  const { iteration } = envelope.context as { iteration: number };
  if (name === 'normalise-results') return measured(passed(iteration), 2_000);
  if (name === 'propose-patch')
    return { ...Object(patch(`fingerprint-${iteration}`, { risk: 0.001 })), proposalId: proposal };
  const answer = Object.entries(calm).find(([known]) => known === name)?.[1];
  if (answer === undefined) throw new Error(`the script has no answer for ${name}`);
  return answer({ envelope } as ScriptedRun, { name, invokeId: name, visit: 0, input: null });
}
