import { LineNumber, LineText } from './diff-cells.tsx';
import { HunkRow } from './hunk-row.tsx';
import type { HunkProps } from './types.ts';

const columns = { free: 0, taken: 3 };

/** A hunk as one column, removed lines before added ones. */
export function UnifiedHunk({ hunk, ...shown }: HunkProps) {
  return (
    <table className="tabular w-full table-fixed border-collapse text-xs leading-5">
      <colgroup>
        <col className="w-11" />
        <col className="w-11" />
        <col />
      </colgroup>
      <tbody>
        {hunk.lines.map((line) => (
          <HunkRow key={`${line.oldLine} ${line.newLine}`} line={line.newLine} columns={columns} {...shown}>
            <LineNumber line={line} side="oldLine" />
            <LineNumber line={line} side="newLine" />
            <LineText line={line} />
          </HunkRow>
        ))}
      </tbody>
    </table>
  );
}
