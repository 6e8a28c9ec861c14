'use client';

import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { SafeText } from '#components/ui/safe-text.tsx';
import { type ChangeKind, type FileDiff, pathOf } from '#lib/diff/parsed-diff.ts';
import { statOf } from '#lib/diff/stat.ts';
import { counted } from '#lib/format/count.ts';
import { FindingNote } from './finding-note.tsx';
import { SplitHunk } from './split-hunk.tsx';
import type { DiffLayout, LineFinding } from './types.ts';
import { UnifiedHunk } from './unified-hunk.tsx';

export type DiffFileProps = {
  file: FileDiff;
  layout: DiffLayout;
  findings: readonly LineFinding[];
  /** The line of the new file that is looked for. */
  lit: number | null;
};

/** More lines than this stay folded at first: drawing them all would hold up the page. */
const foldAbove = 800;

const kinds = {
  add: 'new',
  delete: 'deleted',
  modify: '',
  rename: 'renamed',
  copy: 'copied',
  mode: 'mode changed',
} satisfies Record<ChangeKind, string>;

/** One file of a patch under its path. */
export function DiffFile({ file, layout, findings, lit }: DiffFileProps) {
  const length = file.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  const [open, setOpen] = useState(length <= foldAbove || lit !== null);
  const stat = statOf({ files: [file] });
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <section className="min-w-0 overflow-hidden rounded-md border">
      <h3 className="bg-sunken">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex min-h-8 w-full items-center gap-2 px-2 py-1 text-left text-sm -outline-offset-2"
        >
          <Chevron aria-hidden className="size-4 shrink-0 text-ink-muted" />
          <span className="tabular min-w-0 flex-1">
            <SafeText text={pathOf(file)} limit={300} />
          </span>
          {kinds[file.kind] !== '' && <span className="shrink-0 text-ink-muted text-xs">{kinds[file.kind]}</span>}
          <span className="tabular shrink-0 text-good text-xs">+{stat.additions}</span>
          <span className="tabular shrink-0 text-bad text-xs">−{stat.deletions}</span>
        </button>
      </h3>
      {findings
        .filter((finding) => finding.line === null)
        .map((finding) => (
          <FindingNote key={finding.rule + finding.message} finding={finding} />
        ))}
      {open && <Body file={file} layout={layout} findings={findings} lit={lit} />}
      {!open && length > foldAbove && (
        <p className="px-3 py-2 text-ink-muted text-sm">
          {counted(length, 'line')} folded. Open the file to read them.
        </p>
      )}
    </section>
  );
}

function Body({ file, layout, findings, lit }: DiffFileProps) {
  if (file.binary) return <p className="px-3 py-2 text-ink-muted text-sm">A binary file; its content is not shown.</p>;
  if (file.hunks.length === 0) return <p className="px-3 py-2 text-ink-muted text-sm">No line changed.</p>;
  return file.hunks.map((hunk) => (
    <div key={`${hunk.oldStart} ${hunk.newStart}`} className="border-line border-t">
      <p className="tabular truncate bg-sunken/60 px-3 text-ink-muted text-xs leading-6">
        @@ −{hunk.oldStart},{hunk.oldCount} +{hunk.newStart},{hunk.newCount} @@ {hunk.section}
      </p>
      {layout === 'split' && (
        <div className="max-md:hidden">
          <SplitHunk hunk={hunk} findings={findings} lit={lit} />
        </div>
      )}
      <div className={layout === 'split' ? 'md:hidden' : undefined}>
        <UnifiedHunk hunk={hunk} findings={findings} lit={lit} />
      </div>
    </div>
  ));
}
