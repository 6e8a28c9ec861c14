import { randomUUID } from 'node:crypto';
import { describeIssues } from '#lib/describe-issues.ts';
import { advance } from '#lib/engine/advance.ts';
import { begin } from '#lib/engine/drive.ts';
import type { Json } from '#lib/engine/json.ts';
import { DomainError } from '#lib/errors.ts';
import { databaseTime } from '#server/store/database-time.ts';
import { insertRun } from '#server/store/insert-run.ts';
import { storable } from '#server/store/storable.ts';
import type { Engine } from './engine.ts';
import { startedBy, stepPayload } from './step-payload.ts';

export interface NewRun {
  /** The run of this id is made once, however often it is asked for; by default a new one each time. */
  readonly id?: string;
  readonly projectId: string;
  readonly machine: string;
  readonly machineVersion: number;
  readonly title: string;
  readonly input: Json;
  readonly createdBy: string;
  /** The event that sets the new run going. */
  readonly firstEvent: string;
}

export interface CreatedRun {
  readonly id: string;
  readonly number: number;
  /** False when the run was there already. */
  readonly isNew: boolean;
}

/** Creates a run and sets it going: both or neither. Throws BAD_INPUT when the machine does not accept the input. */
export async function createRun(engine: Engine, run: NewRun): Promise<CreatedRun> {
  const definition = engine.machine(run.machine, run.machineVersion);
  if (definition === null)
    throw new DomainError('BAD_INPUT', `There is no machine ${run.machine} version ${run.machineVersion}.`);
  const parsed = definition.input.safeParse(storable(run.input));
  if (!parsed.success)
    throw new DomainError('BAD_INPUT', `${run.machine} does not accept this input: ${describeIssues(parsed.error)}`);
  const input = JSON.parse(JSON.stringify(parsed.data)) as Json;
  const { id = randomUUID() } = run;
  const at = await databaseTime(engine.pool);
  const created = begin(definition, input, at, run.createdBy);
  const first = advance(definition, created.next, { type: run.firstEvent, at }, run.createdBy);
  if (first.fate !== 'applied') throw new Error(`${run.machine} does not take ${run.firstEvent} in its initial state`);
  const { number, isNew } = await insertRun(engine.pool, {
    run: storable({ ...run, id, input, createdAt: at }),
    created: stepPayload(id, 0, created, startedBy(engine, created)),
    first: {
      ...stepPayload(id, 1, first.step, startedBy(engine, first.step)),
      event: { key: 'first', type: run.firstEvent, payload: {}, actor: run.createdBy, at },
      finish: null,
      claim: null,
    },
  });
  return { id, number, isNew };
}
