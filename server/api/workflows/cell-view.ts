import { clip } from '#lib/format/clip.ts';
import type { CellView, OutputView } from '#lib/workflow/cell-view.ts';
import type { CellOutput, NotebookCell } from '#lib/workflow/notebook.ts';
import { strangersMarkdown } from './markdown.ts';

const mostText = 8_000;
const mostImage = 1_000_000;

/** A cell as it is drawn: its markdown as blocks, its outputs as text and pictures; HTML and scripts of strangers are never run. */
export function cellView(cell: NotebookCell, { name, ok }: { name: string | null; ok: boolean | null }): CellView {
  if (cell.cell_type === 'markdown') return { type: 'markdown', id: cell.id, blocks: strangersMarkdown(cell.source) };
  const { id, source, execution_count: executionCount, outputs } = cell;
  return { type: 'code', id, name, source, ok, executionCount, outputs: outputs.map(outputView) };
}

function outputView(output: CellOutput): OutputView {
  if (output.output_type === 'stream') return text(output.name === 'stderr' ? 'trouble' : 'text', output.text);
  if (output.output_type === 'error')
    return text('trouble', withoutColours(output.traceback.join('\n') || `${output.ename}: ${output.evalue}`));
  return (
    pictureIn(output.data) ??
    text('text', joined(output.data['text/plain']) || `[${Object.keys(output.data).join(', ')}]`)
  );
}

/** As an image a picture runs no scripts and loads nothing. */
function pictureIn(data: Readonly<Record<string, unknown>>): OutputView | null {
  const alt = joined(data['text/plain']) || 'a picture that the cell shows';
  const png = joined(data['image/png']).replace(/\s/g, '');
  const jpeg = joined(data['image/jpeg']).replace(/\s/g, '');
  const svg = joined(data['image/svg+xml']);
  const src =
    png !== ''
      ? `data:image/png;base64,${png}`
      : jpeg !== ''
        ? `data:image/jpeg;base64,${jpeg}`
        : svg !== ''
          ? `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
          : '';
  return src === '' || src.length > mostImage ? null : { kind: 'image', src, alt: clip(alt, 300).text };
}

function text(kind: 'text' | 'trouble', whole: string): OutputView {
  const { text: shown, rest } = clip(whole, mostText);
  return { kind, text: shown, rest };
}

function joined(value: unknown): string {
  return typeof value === 'string' ? value : Array.isArray(value) ? value.join('') : '';
}

function withoutColours(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what colours of a terminal are written with
  return line.replace(/\u001b\[[0-9;]*m/g, '');
}
