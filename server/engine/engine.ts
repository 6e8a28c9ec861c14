import type { Pool } from 'pg';
import type { MachineDefinition } from '#lib/engine/definition.ts';

/** How an activity is placed: on the host that keeps the run's worktree, or anywhere. */
export interface ActivityPlacement {
  readonly idempotent: boolean;
  readonly place: 'host' | 'any';
}

/** What sending events needs. Nothing in here knows of firmware. */
export interface Engine {
  readonly pool: Pool;
  /** Null when this process does not have the version that the run was made with. */
  readonly machine: (id: string, version: number) => MachineDefinition | null;
  readonly activity: (name: string) => ActivityPlacement;
}
