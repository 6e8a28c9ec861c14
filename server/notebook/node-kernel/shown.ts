import { inspect } from 'node:util';

type Thrown = { readonly ename: string; readonly evalue: string; readonly traceback: readonly string[] };

/** How values say what else they can be drawn as: a method that gives pieces by their media type. */
const display = Symbol.for('Jupyter.display');
const kinds = ['text/html', 'image/svg+xml', 'text/markdown', 'image/png', 'image/jpeg'];

/** What is thrown into a cell that was interrupted. */
export const stopped: Thrown = { ename: 'Interrupted', evalue: 'stopped', traceback: ['Interrupted: stopped'] };

/** A value as text, and as HTML, SVG, Markdown or a picture where it can be that. */
export function shown(value: unknown): Record<string, string> {
  return { ...pieces(value), 'text/plain': text(value) };
}

function pieces(value: unknown): Record<string, string> {
  try {
    const form: unknown = Reflect.get(Object(value), display);
    const made: unknown = typeof form === 'function' ? Reflect.apply(form, value, []) : null;
    const known = kinds.map((kind) => [kind, Reflect.get(Object(made), kind)] as const);
    return Object.fromEntries(known.flatMap(([kind, piece]) => (typeof piece === 'string' ? [[kind, piece]] : [])));
  } catch {
    return {};
  }
}

function text(value: unknown): string {
  try {
    return inspect(value);
  } catch (error) {
    return `[a ${typeof value} that cannot be shown: ${String(error)}]`;
  }
}

/** What a cell has thrown, without the frames of this kernel. */
export function thrown(error: unknown): Thrown {
  const lines = ownLines(text(error).split('\n'));
  const hint = /import statement outside|dynamic import callback/.test(lines[0] ?? '')
    ? ["Cells are no modules: use require('…'), which loads modules too."]
    : [];
  const isError = error instanceof Error;
  return {
    ename: isError ? error.name : 'Thrown',
    evalue: isError ? error.message : text(error),
    traceback: [...lines, ...hint],
  };
}

const foreign = [import.meta.dirname, 'node:inspector', 'node:internal'];

/** Without the frames from the first that is not the cell's own, of every error in it. */
function ownLines(lines: readonly string[]): string[] {
  let isForeign = false;
  return lines.filter((line) => {
    isForeign = /^\s+at /.test(line) && (isForeign || foreign.some((place) => line.includes(place)));
    return !isForeign;
  });
}
