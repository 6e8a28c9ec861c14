import type { Pool } from 'pg';
import { contractOf } from '#lib/activities/registry.ts';
import { installedMachine } from '#lib/machines/installed-machine.ts';
import type { Engine } from './engine.ts';

/** The engine with the machines and activities of this release. */
export function installedEngine(pool: Pool): Engine {
  return {
    pool,
    machine: installedMachine,
    activity: (name) => {
      const contract = contractOf(name);
      return { idempotent: contract?.idempotent ?? false, place: contract?.capability === 'any' ? 'any' : 'host' };
    },
  };
}
