import { Fragment } from 'react';
import type { Hunk } from '#lib/diff/parsed-diff.ts';
import { LineNumber, LineText } from './diff-cells.tsx';
import { FindingNote } from './finding-note.tsx';
import { pairLines } from './pair-lines.ts';
import type { LineFinding } from './types.ts';

export type SplitHunkProps = {
  hunk: Hunk;
  findings: readonly LineFinding[];
  /** The line of the new file that is looked for. */
  lit: number | null;
};

/** A hunk with the old text left and the new text right. */
export function SplitHunk({ hunk, findings, lit }: SplitHunkProps) {
  return (
    <table className="tabular w-full table-fixed border-collapse text-xs leading-5">
      <colgroup>
        <col className="w-11" />
        <col />
        <col className="w-11" />
        <col />
      </colgroup>
      <tbody>
        {pairLines(hunk.lines).map((pair) => (
          <Fragment key={`${pair.old?.oldLine} ${pair.new?.newLine}`}>
            <tr
              data-lit={lit !== null && lit === pair.new?.newLine ? '' : undefined}
              className="data-lit:outline-2 data-lit:outline-focus"
            >
              <LineNumber line={pair.old} side="oldLine" />
              <LineText line={pair.old} />
              <LineNumber line={pair.new} side="newLine" />
              <LineText line={pair.new} />
            </tr>
            {findings
              .filter((finding) => finding.line !== null && finding.line === pair.new?.newLine)
              .map((finding) => (
                <tr key={finding.rule + finding.message}>
                  <td colSpan={2} className="bg-sunken" />
                  <td colSpan={2} className="font-sans">
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
