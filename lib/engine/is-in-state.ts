/** Whether a dotted path is a state or one inside it: `INIT.LOAD_CONFIG` is in `INIT`, `INITIAL` is not. */
export function isInState(path: string, state: string): boolean {
  return path === state || path.startsWith(`${state}.`);
}
