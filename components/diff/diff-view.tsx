'use client';

import { useEffect, useMemo, useRef, useState } from 'react';
import { Notice } from '#components/ui/notice.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { parseDiff } from '#lib/diff/parse-diff.ts';
import { type ParsedDiff, pathOf } from '#lib/diff/parsed-diff.ts';
import { statOf } from '#lib/diff/stat.ts';
import { counted } from '#lib/format/count.ts';
import { DiffFile } from './diff-file.tsx';
import type { DiffLayout, DiffPlace, LineFinding } from './types.ts';

export type DiffViewProps = {
  /** A git or unified diff. */
  text: string;
  findings?: readonly LineFinding[];
  initialLayout?: DiffLayout;
  /** The line that is looked for: it is brought into sight. */
  place?: DiffPlace | null;
};

const layouts = [
  { value: 'split', label: 'Side by side' },
  { value: 'unified', label: 'Unified' },
] as const;

/** A patch, file by file, with findings at the lines they speak of. A narrow screen always reads it unified. */
export function DiffView({ text, findings = [], initialLayout = 'split', place = null }: DiffViewProps) {
  const view = useRef<HTMLDivElement>(null);
  const [layout, setLayout] = useState<DiffLayout>(initialLayout);
  const diff = useMemo(() => parseDiff(text), [text]);
  const stat = statOf(diff);
  const paths = new Set(diff.files.map(pathOf));
  const elsewhere = findings.filter((finding) => !paths.has(finding.file));
  const sought = place === null ? '' : `${place.file}:${place.line}`;
  useEffect(() => {
    if (sought === '') return;
    const lines = [...(view.current?.querySelectorAll('[data-lit]') ?? [])];
    const target = lines.find((line) => line.checkVisibility()) ?? view.current;
    target?.scrollIntoView({ block: 'center' });
  }, [sought]);
  return (
    <div ref={view} className="flex min-w-0 flex-col gap-2">
      <div className="flex min-h-7 flex-wrap items-center gap-3 text-sm">
        <span>{counted(stat.files, 'file')} changed</span>
        <span className="tabular text-good">+{stat.additions}</span>
        <span className="tabular text-bad">−{stat.deletions}</span>
        <span className="ml-auto max-md:hidden">
          <Segmented label="Diff layout" options={layouts} value={layout} onChange={setLayout} />
        </span>
      </div>
      {diff.problems.map((problem) => (
        <Notice key={problem.line} tone="bad">
          Line {problem.line} of the patch: {problem.text}
        </Notice>
      ))}
      {elsewhere.map((finding) => (
        <Notice key={`${finding.rule} ${finding.file} ${finding.line}`} tone="attention">
          <span className="tabular">{finding.rule}</span>
          {finding.file ? ` ${finding.file}` : ''}: {finding.message}
        </Notice>
      ))}
      {place !== null && !has(diff, place) && (
        <Notice tone="idle">
          <span className="tabular">{sought}</span> is not among the lines that this patch shows.
        </Notice>
      )}
      {diff.files.map((file) => (
        <DiffFile
          key={file.line}
          file={file}
          layout={layout}
          findings={findings.filter((finding) => finding.file === pathOf(file))}
          lit={place?.file === pathOf(file) ? place.line : null}
        />
      ))}
    </div>
  );
}

function has({ files }: ParsedDiff, { file, line }: DiffPlace): boolean {
  return files.some(
    (one) => pathOf(one) === file && one.hunks.some(({ lines }) => lines.some(({ newLine }) => newLine === line)),
  );
}
