import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { createRun } from '#server/engine/create-run.ts';
import type { Engine } from '#server/engine/engine.ts';
import { toyMachine } from './toy-machine.ts';

/** An engine that knows the toy machine alone. */
export function toyEngine(pool: Pool, options: { idempotent?: boolean } = {}): Engine {
  return {
    pool,
    machine: (id, version) => (id === toyMachine.id && version === toyMachine.version ? toyMachine : null),
    activity: () => ({ idempotent: options.idempotent ?? true, place: 'host' }),
  };
}

/** A project and a toy run in it that has been set going. */
export async function startToyRun(engine: Engine, input: { goal: number; minutes?: number }): Promise<string> {
  const projectId = randomUUID();
  await engine.pool.query('INSERT INTO project (id, name, repository) VALUES ($1, $2, $2)', [
    projectId,
    `toy-${projectId}`,
  ]);
  const { id } = await createRun(engine, {
    projectId,
    machine: 'toy',
    machineVersion: 1,
    title: 'toy',
    input: { minutes: 60, ...input },
    createdBy: 'tester',
    firstEvent: 'START',
  });
  return id;
}
