import { z } from 'zod';

const text = z.union([z.string(), z.array(z.string())]).transform((parts) => [parts].flat().join(''));
const bundle = z.record(z.string(), z.json());
const metadata = bundle.default({});

/** What a code cell has printed, shown or thrown, as the notebook format has it. */
export const cellOutput = z.discriminatedUnion('output_type', [
  z.object({ output_type: z.literal('stream'), name: z.enum(['stdout', 'stderr']), text }),
  z.object({ output_type: z.literal('display_data'), data: bundle, metadata }),
  z.object({
    output_type: z.literal('execute_result'),
    data: bundle,
    metadata,
    execution_count: z.number().int().nullable(),
  }),
  z.object({
    output_type: z.literal('error'),
    ename: z.string(),
    evalue: z.string(),
    traceback: z.array(z.string()),
  }),
]);
export type CellOutput = z.output<typeof cellOutput>;

const cellId = z.string().regex(/^[a-zA-Z0-9-_]{1,64}$/);

export const notebookCell = z.discriminatedUnion('cell_type', [
  z.object({ cell_type: z.literal('markdown'), id: cellId, metadata, source: text }),
  z.object({
    cell_type: z.literal('code'),
    id: cellId,
    metadata,
    source: text,
    execution_count: z.number().int().nullable(),
    outputs: z.array(cellOutput),
  }),
]);
export type NotebookCell = z.output<typeof notebookCell>;
export type CodeCell = Extract<NotebookCell, { cell_type: 'code' }>;

/** A whole notebook, version 4.5 of the format: the first one whose cells have ids. */
export interface Notebook {
  readonly nbformat: 4;
  readonly nbformat_minor: 5;
  readonly metadata: { readonly kernelspec: object; readonly language_info: object; readonly title?: string };
  readonly cells: readonly NotebookCell[];
}

export type CellLanguage = 'python' | 'javascript';

/** What a notebook says of its language, in the words of the kernels that are usual for it. */
const languages = {
  python: {
    kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
    language_info: { name: 'python', file_extension: '.py', mimetype: 'text/x-python' },
  },
  javascript: {
    kernelspec: { display_name: 'JavaScript (Node.js)', language: 'javascript', name: 'javascript' },
    language_info: { name: 'javascript', file_extension: '.js', mimetype: 'application/javascript' },
  },
} as const satisfies Record<CellLanguage, Pick<Notebook['metadata'], 'kernelspec' | 'language_info'>>;

/** The notebook of these cells, in their language. */
export function notebookOf(cells: readonly NotebookCell[], title: string): Notebook {
  const metadata = { ...languages[languageOfCells(cells) ?? 'python'], title };
  return { nbformat: 4, nbformat_minor: 5, metadata, cells };
}

/** A code cell that has not been executed; another language than Python is noted on it. */
export function codeCell(id: string, source: string, language: CellLanguage): CodeCell {
  const metadata = language === 'python' ? {} : { vscode: { languageId: language } };
  return { cell_type: 'code', id, metadata, source, execution_count: null, outputs: [] };
}

const noted = z.looseObject({ vscode: z.looseObject({ languageId: z.literal('javascript') }) });

/** The language of the first code cell; null where there is none. */
export function languageOfCells(cells: readonly NotebookCell[]): CellLanguage | null {
  const first = cells.find(({ cell_type }) => cell_type === 'code');
  if (first === undefined) return null;
  return noted.safeParse(first.metadata).success ? 'javascript' : 'python';
}

const spoken = z.looseObject({ metadata: z.looseObject({ kernelspec: z.looseObject({ language: z.string() }) }) });

/** The language that the file of a notebook names; null where it names none that cells are executed in, or is no notebook. */
export function languageOfNotebook(text: string): CellLanguage | null {
  const read = spoken.safeParse(jsonIn(text));
  const named = read.success ? read.data.metadata.kernelspec.language.toLowerCase() : '';
  return named === 'python' || named === 'javascript' ? named : null;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The file of a notebook. */
export function notebookText(notebook: Notebook): string {
  return `${JSON.stringify(notebook, null, 1)}\n`;
}

/** What outputs say in plain text: what an agent is told of them. */
export function outputText(outputs: readonly CellOutput[]): string {
  return outputs.map((output) => plain(output)).join('');
}

function plain(output: CellOutput): string {
  switch (output.output_type) {
    case 'stream':
      return output.text;
    case 'error':
      return `${output.traceback.length > 0 ? output.traceback.join('\n') : `${output.ename}: ${output.evalue}`}\n`;
    default: {
      const shown = output.data['text/plain'];
      const kinds = Object.keys(output.data).filter((kind) => kind !== 'text/plain');
      const words = typeof shown === 'string' ? shown : Array.isArray(shown) ? shown.join('') : '';
      return `${[words, ...kinds.map((kind) => `[${kind}]`)].filter(Boolean).join(' ')}\n`;
    }
  }
}
