import { constants } from 'node:os';
import { libc } from './libc.ts';

/** Sends a signal to a process or, negative, to a group; 0 only asks. False when there is nobody whom this user may signal. */
export function sendSignal(target: number, signal: NodeJS.Signals | 0): boolean {
  return libc.kill(target, signal === 0 ? 0 : constants.signals[signal]) === 0;
}
