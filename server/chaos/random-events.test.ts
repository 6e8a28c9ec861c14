import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  firmwareLoopUnderTest,
  prdAgentUnderTest,
  taskOrchestratorUnderTest,
  toyUnderTest,
} from '#lib/engine/testing/machines-under-test.ts';
import { type MachineUnderTest, type Move, nextMove } from '#lib/engine/testing/random-moves.ts';
import { createRun } from '#server/engine/create-run.ts';
import { type Outgoing, send } from '#server/engine/send.ts';
import type { Finish } from '#server/store/apply-step.ts';
import { activityGone } from '#server/store/end-activity.ts';
import { storedRun } from '#server/store/stored-run.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { toyMachine } from '#server/testing/toy-machine.ts';
import { chaosEngine } from './chaos-engine.ts';
import { breachesOf } from './soundness.ts';

const pool = await testPool();
const engine = chaosEngine(pool);

test.each([
  { under: toyUnderTest(toyMachine), moves: 40, runs: 40 },
  { under: firmwareLoopUnderTest, moves: 70, runs: 24 },
  { under: taskOrchestratorUnderTest, moves: 70, runs: 16 },
  { under: prdAgentUnderTest, moves: 70, runs: 16 },
])(
  'whatever comes to $under.definition.id through Postgres, log, snapshot and transitions agree',
  async ({ under, moves, runs }) => {
    await fc.assert(
      fc.asyncProperty(under.input, fc.gen(), async (input, draw) => {
        const run = await newRun(under, input);
        for (let count = 0; count < moves; count += 1) {
          const { envelope } = await storedRun(pool, run);
          if (envelope.status === 'done') break;
          await deliver(run, nextMove(under, envelope, draw));
        }
      }),
      { numRuns: runs, endOnFailure: true },
    );
    expect(await breachesOf(engine, '/nowhere')).toEqual([]);
  },
  120_000,
);

async function newRun({ definition, firstEvent }: MachineUnderTest, input: Parameters<typeof createRun>[1]['input']) {
  const projectId = randomUUID();
  await pool.query('INSERT INTO project (id, name, repository) VALUES ($1, $2, $2)', [projectId, projectId]);
  const { id: machine, version: machineVersion } = definition;
  const run = { projectId, machine, machineVersion, title: 'any', input, createdBy: 'ada', firstEvent };
  return (await createRun(engine, run)).id;
}

/** Each event comes twice at once, as from a client that repeats itself. */
async function deliver(run: string, move: Move): Promise<void> {
  const finish = move.result === undefined ? undefined : await begun(run, move.result);
  if (finish === null) return;
  const event: Outgoing = {
    type: move.type,
    payload: move.payload,
    key: randomUUID(),
    actor: 'ada',
    ...(finish && { finish }),
  };
  const [sent] = await Promise.all([send(engine, run, event), send(engine, run, event)]);
  if (finish !== undefined && sent.fate !== 'applied') await putAside(run, finish.activityId);
}

/** Takes the activity as a runner does; null when none can be worked on, as during a pause. An earlier visit's result has no row left. */
async function begun(run: string, result: NonNullable<Move['result']>): Promise<Finish | null> {
  const { rows } = await pool.query<{ id: string }>(
    `UPDATE activity SET status = 'running' WHERE run_id = $1 AND invoke_id = $2 AND visit = $3 AND status IN ('queued', 'running') RETURNING id`,
    [run, result.invokeId, result.visit],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return { activityId: row.id, from: 'running', status: result.ok ? 'done' : 'failed', output: null, error: null };
}

async function putAside(run: string, activityId: string): Promise<void> {
  const status = await activityGone(pool, activityId, 'stale', null);
  if (status !== 'stopping') return;
  const { rows } = await pool.query<{ invokeId: string; visit: number }>(
    'SELECT invoke_id AS "invokeId", visit FROM activity WHERE id = $1',
    [activityId],
  );
  const [{ invokeId, visit } = { invokeId: '', visit: 0 }] = rows;
  await send(engine, run, { type: 'engine.stopped', payload: { invokeId, visit }, key: randomUUID(), actor: 'runner' });
}
