'use client';

import { useMemo, useState } from 'react';
import { Notice } from '#components/ui/notice.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { parseDiff } from '#lib/diff/parse-diff.ts';
import { pathOf } from '#lib/diff/parsed-diff.ts';
import { statOf } from '#lib/diff/stat.ts';
import { counted } from '#lib/format/count.ts';
import { DiffFile } from './diff-file.tsx';
import type { DiffLayout, LineFinding } from './types.ts';

export type DiffViewProps = {
  /** A git or unified diff. */
  text: string;
  findings?: readonly LineFinding[];
  initialLayout?: DiffLayout;
};

const layouts = [
  { value: 'split', label: 'Side by side' },
  { value: 'unified', label: 'Unified' },
] as const;

/** A patch, file by file, with findings at the lines they speak of. A narrow screen always reads it unified. */
export function DiffView({ text, findings = [], initialLayout = 'split' }: DiffViewProps) {
  const [layout, setLayout] = useState<DiffLayout>(initialLayout);
  const diff = useMemo(() => parseDiff(text), [text]);
  const stat = statOf(diff);
  const paths = new Set(diff.files.map(pathOf));
  const elsewhere = findings.filter((finding) => !paths.has(finding.file));
  return (
    <div className="flex min-w-0 flex-col gap-2">
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
          <span className="tabular">{finding.rule}</span> {finding.file}: {finding.message}
        </Notice>
      ))}
      {diff.files.map((file) => (
        <DiffFile
          key={file.line}
          file={file}
          layout={layout}
          findings={findings.filter((finding) => finding.file === pathOf(file))}
        />
      ))}
    </div>
  );
}
