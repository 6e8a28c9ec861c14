import { LineNumber, LineText } from './diff-cells.tsx';
import { HunkRow } from './hunk-row.tsx';
import { pairLines } from './pair-lines.ts';
import type { HunkProps } from './types.ts';

const columns = { free: 2, taken: 2 };

/** A hunk with the old text left and the new text right. */
export function SplitHunk({ hunk, ...shown }: HunkProps) {
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
          <HunkRow
            key={`${pair.old?.oldLine} ${pair.new?.newLine}`}
            line={pair.new?.newLine}
            columns={columns}
            {...shown}
          >
            <LineNumber line={pair.old} side="oldLine" />
            <LineText line={pair.old} />
            <LineNumber line={pair.new} side="newLine" />
            <LineText line={pair.new} />
          </HunkRow>
        ))}
      </tbody>
    </table>
  );
}
