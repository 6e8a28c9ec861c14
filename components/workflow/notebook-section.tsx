import { GuidePage } from '#components/guide/guide-page.tsx';
import { Link } from '#components/ui/link.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { Section } from '#components/ui/section.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { counted } from '#lib/format/count.ts';
import type { CellView, OutputView } from '#lib/workflow/cell-view.ts';
import type { WorkflowNotebook } from './types.ts';

export type NotebookSectionProps = { notebook: WorkflowNotebook };

/** The notebook as it is: its text, its code, and what the code has printed and drawn. */
export function NotebookSection({ notebook: { file, href, earlier, cells } }: NotebookSectionProps) {
  return (
    <Section
      title="Notebook"
      aside={`${file}, ${counted(earlier + cells.length, 'cell')}`}
      actions={
        <Link href={href} download>
          Export .ipynb
        </Link>
      }
    >
      {earlier > 0 && <p className="text-ink-muted text-sm">{counted(earlier, 'earlier cell')} in the export.</p>}
      {cells.length === 0 && <p className="text-ink-muted text-sm">No cell has been added yet.</p>}
      <ol aria-label="Cells" className="flex min-w-0 flex-col gap-3">
        {cells.map((cell) => (
          <li key={cell.id} id={cell.id} className="min-w-0 scroll-mt-20">
            {cell.type === 'markdown' ? <GuidePage blocks={cell.blocks} /> : <Code cell={cell} />}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Code({ cell }: { cell: Extract<CellView, { type: 'code' }> }) {
  const { id, name, source, ok, executionCount, outputs } = cell;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex min-w-0 items-baseline gap-2 text-ink-muted text-xs">
        <span className="tabular">[{executionCount ?? ' '}]</span>
        <code className="tabular truncate">{name ?? id}</code>
        {ok === false && <ToneMark tone="bad">failed</ToneMark>}
        {ok === null && <ToneMark tone="idle">not executed</ToneMark>}
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways can be scrolled by key
        tabIndex={0}
        className="tabular max-h-96 min-w-0 overflow-auto rounded-md bg-sunken px-3 py-2 text-xs leading-5"
      >
        <SafeText text={source} limit={6_000} />
      </pre>
      {outputs.map((output, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an output is its place below the cell
        <Output key={at} output={output} />
      ))}
    </div>
  );
}

function Output({ output }: { output: OutputView }) {
  if (output.kind === 'image')
    return (
      // biome-ignore lint/performance/noImgElement: the picture is in the page already
      <img
        src={output.src}
        alt={output.alt}
        // Plots are drawn for paper.
        style={{ backgroundColor: 'white' }}
        className="max-h-96 max-w-full self-start rounded-sm p-2"
      />
    );
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways can be scrolled by key
      tabIndex={0}
      className={`tabular max-h-80 min-w-0 overflow-auto border-l-2 px-3 py-1 text-xs leading-5 ${output.kind === 'trouble' ? 'border-bad-line text-bad' : 'border-line'}`}
    >
      <SafeText text={output.text} limit={3_000} />
      {output.rest > 0 && `\n… ${counted(output.rest, 'more character')} in the export`}
    </pre>
  );
}
