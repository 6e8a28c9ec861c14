/** One thing wrong with a `firmloop.yaml`. Where the file was read it says so with the place; 1-based, 0 when there is none. */
export interface Problem {
  readonly line: number;
  readonly column: number;
  /** The setting, such as `environments.host.timeout`; empty for the file as a whole. */
  readonly path: string;
  /** What is wrong, naming the setting. */
  readonly message: string;
  /** What to write instead. */
  readonly suggestion?: string;
}

/** A problem before its place in a file is known. */
export interface Complaint {
  readonly path: readonly (string | number)[];
  /** Whether the setting's name or its value is at fault. */
  readonly at: 'key' | 'value';
  readonly message: string;
  readonly suggestion?: string;
}

/** `environments.host.test[0].command`. */
export function showPath(path: readonly (string | number)[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
}

/** The place of a problem that no line of a file is to blame for, such as a launch's choice. */
export const NOWHERE = { line: 0, column: 0 };

/** A complaint with its place. */
export function toProblem({ path, message, suggestion }: Complaint, place: { line: number; column: number }): Problem {
  return { ...place, path: showPath(path), message, ...(suggestion !== undefined && { suggestion }) };
}
