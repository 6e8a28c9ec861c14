import type { Pool } from 'pg';
import type { Engine } from '#server/engine/engine.ts';
import { installedEngine } from '#server/engine/installed.ts';
import { toyEngine } from '#server/testing/toy-engine.ts';

/** The installed machines, and the toy machine with an activity that must never be run again silently. */
export function chaosEngine(pool: Pool): Engine {
  const installed = installedEngine(pool);
  const toy = toyEngine(pool, { idempotent: false });
  return {
    pool,
    machine: (id, version) => installed.machine(id, version) ?? toy.machine(id, version),
    activity: (name) => (name === 'toil' ? toy : installed).activity(name),
  };
}
