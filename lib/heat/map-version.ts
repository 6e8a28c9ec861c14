/** What an iteration says of the map: the measurement that counts and whether its tree was given up. */
interface Mark {
  readonly number: number;
  readonly result: string | null;
  readonly status: string;
}

/** Another one means that the heat map of these iterations may be another: equal counts may be of other tests. */
export function mapVersion(marks: readonly Mark[]): string {
  return marks.map(({ number, result, status }) => `${number} ${result ?? ''} ${status}`).join();
}
