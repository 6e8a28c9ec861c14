/** Takes one that is equal out of a list, if there is one, so that it stands for one alone. */
export function takeOne(list: string[], wanted: string): boolean {
  const at = list.indexOf(wanted);
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
}
