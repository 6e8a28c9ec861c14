import { ClippedText } from '#components/ui/clipped-text.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { Tone } from '#components/ui/tone.ts';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import type { BoardChange } from '#lib/boards/difference.ts';
import { counted } from '#lib/format/count.ts';

const faces = {
  add: { tone: 'good', word: 'new' },
  change: { tone: 'attention', word: 'changed' },
  same: { tone: 'idle', word: 'the same' },
} as const satisfies Record<BoardChange['kind'], { tone: Tone; word: string }>;

export type ImportChangesProps = {
  format: string;
  changes: readonly BoardChange[];
  /** What the file holds and could not be taken over. */
  remarks: readonly string[];
};

/** What a list would change, board by board and field by field; boards that stay as they are only by their number. */
export function ImportChanges({ format, changes, remarks }: ImportChangesProps) {
  const differing = changes.filter(({ kind }) => kind !== 'same');
  const same = changes.length - differing.length;
  return (
    <div className="flex min-w-0 flex-col gap-3 text-sm">
      <p>
        Read as {format}: {counted(changes.length, 'board')}
        {same > 0 && `, ${same} of them the same as before`}.
      </p>
      {remarks.map((remark) => (
        <Notice key={remark} tone="attention">
          {remark}
        </Notice>
      ))}
      <ul aria-label="Changes" className="divide-y divide-line border-line border-y">
        {differing.map(({ name, kind, fields }) => (
          <li key={name} className="flex flex-col gap-1 py-1.5">
            <span className="flex gap-3">
              <span className="w-20 shrink-0">
                <ToneMark tone={faces[kind].tone}>{faces[kind].word}</ToneMark>
              </span>
              <span className="tabular wrap-anywhere">{name}</span>
            </span>
            {fields.map(({ field, from, to }) => (
              <span key={field} className="tabular wrap-anywhere pl-23 text-ink-muted text-xs">
                {field}: <ClippedText text={from} /> → <ClippedText text={to} />
              </span>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}
