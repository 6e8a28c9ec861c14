import { randomUUID } from 'node:crypto';
import type { Json } from '#lib/engine/json.ts';
import { prdAgent } from '#lib/machines/prd-agent/index.ts';
import { calmInput } from '#lib/machines/prd-agent/testing/script.ts';
import { type CreatedRun, createRun } from '#server/engine/create-run.ts';
import type { Engine } from '#server/engine/engine.ts';

/** A project, and a session in it that has been asked for; where no runner works it stays in `PLANNING`. */
export async function startSession(engine: Engine): Promise<CreatedRun> {
  const projectId = randomUUID();
  await engine.pool.query(`INSERT INTO project (id, name, repository) VALUES ($1, 'alarm', '/alarm')`, [projectId]);
  return await createRun(engine, {
    projectId,
    machine: prdAgent.id,
    machineVersion: prdAgent.version,
    title: 'no flicker',
    input: calmInput as unknown as Json,
    createdBy: 'ada',
    firstEvent: 'USER_INPUT_REQUIREMENT',
  });
}
