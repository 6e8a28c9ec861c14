/** The file's own choice, first of all; what it is can be told only while nothing else is chosen. */
export function asFile(current: string | undefined, chosen: string) {
  const known = current === undefined || chosen !== '' ? '' : `: ${current}`;
  return { value: '', label: `as the project file says${known}` };
}
