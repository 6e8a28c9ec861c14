/** Sends a signal to a process or, negative, to a group; 0 only asks. False when there is nobody whom this user may signal. */
export function sendSignal(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal);
  } catch {
    return false;
  }
}
