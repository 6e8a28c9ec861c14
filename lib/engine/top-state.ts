/** The top-level state of a dotted path: `INIT` of `INIT.LOAD_CONFIG`, and nothing of the empty path. */
export function topState(path: string): string {
  const [top = ''] = path.split('.', 1);
  return top;
}
