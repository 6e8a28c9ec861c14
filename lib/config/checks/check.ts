import type { FirmwareLoopConfig } from '../firmware-loop.ts';
import type { Complaint } from '../problem.ts';

/** A contradiction between settings. An `error` stops a launch; a `warning` is shown and the run goes ahead. */
export interface Contradiction extends Complaint {
  readonly severity: 'error' | 'warning';
}

/** Looks for one kind of contradiction in a configuration whose single values are all valid. */
export type Check = (config: FirmwareLoopConfig) => Contradiction[];

export function wrong(path: readonly (string | number)[], message: string, suggestion: string): Contradiction {
  return { severity: 'error', path, at: 'value', message, suggestion };
}

export function doubtful(path: readonly (string | number)[], message: string, suggestion: string): Contradiction {
  return { severity: 'warning', path, at: 'value', message, suggestion };
}
