import type { Pool } from 'pg';
import { contractOf } from '#lib/activities/registry.ts';
import { machineOf } from '#lib/machines/registry.ts';
import type { Engine } from './engine.ts';

/** The engine with the machines and activities of this release. */
export function installedEngine(pool: Pool): Engine {
  return {
    pool,
    machine: (id, version) => {
      const machine = machineOf(id);
      return machine?.version === version ? machine : null;
    },
    activity: (name) => {
      const contract = contractOf(name);
      return { idempotent: contract?.idempotent ?? false, place: contract?.capability === 'any' ? 'any' : 'host' };
    },
  };
}
