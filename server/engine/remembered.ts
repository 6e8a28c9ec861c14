import type { RunForStep } from '#server/store/run-for-step.ts';
import type { Engine } from './engine.ts';
import type { KnownRows } from './unwritten.ts';

const mostRuns = 256;

/** A run as it was written. */
interface Known extends RunForStep {
  /** Somebody else's work waited then for the hand that works on it. */
  readonly crowded: boolean;
  readonly rows: KnownRows;
}

const memories = new WeakMap<Engine, Map<string, Known & { readonly heardAt: number }>>();

/**
 * A run as this process last wrote it, with the database's time gone on since; null when it never did. Only a guess: a step
 * that is computed on it counts only if the run still stands there, and a refusal must be decided on what was read.
 */
export function remembered(engine: Engine, runId: string): Known | null {
  const known = memories.get(engine)?.get(runId);
  if (known === undefined) return null;
  return { ...known, now: Math.floor(known.now + performance.now() - known.heardAt) };
}

/** Keeps the newest runs. */
export function remember(engine: Engine, runId: string, run: Known): void {
  const memory = memories.get(engine) ?? new Map();
  memories.set(engine, memory);
  memory.delete(runId);
  memory.set(runId, { ...run, heardAt: performance.now() });
  for (const oldest of memory.keys()) {
    if (memory.size <= mostRuns) break;
    memory.delete(oldest);
  }
}

/** What was remembered has proved wrong, or the run has ended. */
export function forget(engine: Engine, runId: string): void {
  memories.get(engine)?.delete(runId);
}
