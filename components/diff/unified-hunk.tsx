import { Fragment } from 'react';
import type { Hunk } from '#lib/diff/parsed-diff.ts';
import { LineNumber, LineText } from './diff-cells.tsx';
import { FindingNote } from './finding-note.tsx';
import type { LineFinding } from './types.ts';

export type UnifiedHunkProps = {
  hunk: Hunk;
  findings: readonly LineFinding[];
  /** The line of the new file that is looked for. */
  lit: number | null;
};

/** A hunk as one column, removed lines before added ones. */
export function UnifiedHunk({ hunk, findings, lit }: UnifiedHunkProps) {
  return (
    <table className="tabular w-full table-fixed border-collapse text-xs leading-5">
      <colgroup>
        <col className="w-11" />
        <col className="w-11" />
        <col />
      </colgroup>
      <tbody>
        {hunk.lines.map((line) => (
          <Fragment key={`${line.oldLine} ${line.newLine}`}>
            <tr
              data-lit={lit !== null && lit === line.newLine ? '' : undefined}
              className="data-lit:outline-2 data-lit:outline-focus"
            >
              <LineNumber line={line} side="oldLine" />
              <LineNumber line={line} side="newLine" />
              <LineText line={line} />
            </tr>
            {findings
              .filter((finding) => finding.line !== null && finding.line === line.newLine)
              .map((finding) => (
                <tr key={finding.rule + finding.message}>
                  <td colSpan={3} className="font-sans">
                    <FindingNote finding={finding} />
                  </td>
                </tr>
              ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}
