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

/** The notebook of these cells, for Python 3. */
export function notebookOf(cells: readonly NotebookCell[], title: string): Notebook {
  return {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {
      kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
      language_info: { name: 'python', file_extension: '.py', mimetype: 'text/x-python' },
      title,
    },
    cells,
  };
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
