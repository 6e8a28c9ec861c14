import { shortId } from '#lib/format/short-id.ts';
import { CopyButton } from './copy-button.tsx';

export type CopyableIdProps = { id: string; label: string };

/** An id in its short form; the button copies the whole of it. */
export function CopyableId({ id, label }: CopyableIdProps) {
  return (
    <span className="inline-flex items-center gap-0.5">
      <code title={id} className="tabular text-sm">
        {shortId(id)}
      </code>
      <CopyButton text={id} label={`Copy ${label}`} />
    </span>
  );
}
