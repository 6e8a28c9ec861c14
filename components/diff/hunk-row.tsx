import type { ReactNode } from 'react';
import { FindingNote } from './finding-note.tsx';
import type { HunkProps } from './types.ts';

export type HunkRowProps = Pick<HunkProps, 'findings' | 'lit'> & {
  /** In the new file; missing where only the old one has a line. */
  line: number | null | undefined;
  /** Columns that findings leave free, and columns that they take. */
  columns: { free: number; taken: number };
  children: ReactNode;
};

/** The cells of one line, and below them what was found on it. */
export function HunkRow({ line, columns: { free, taken }, findings, lit, children }: HunkRowProps) {
  return (
    <>
      <tr
        data-lit={lit !== null && lit === line ? '' : undefined}
        className="data-lit:outline-2 data-lit:outline-focus"
      >
        {children}
      </tr>
      {findings
        .filter((finding) => finding.line !== null && finding.line === line)
        .map((finding) => (
          <tr key={finding.rule + finding.message}>
            {free > 0 && <td colSpan={free} className="bg-sunken" />}
            <td colSpan={taken} className="font-sans">
              <FindingNote finding={finding} />
            </td>
          </tr>
        ))}
    </>
  );
}
