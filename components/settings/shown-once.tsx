import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Notice } from '#components/ui/notice.tsx';

export type ShownOnceProps = {
  /** What it is and what to do with it, in a sentence. */
  what: string;
  /** Read aloud as the name of the text. */
  label: string;
  secret: string;
  onDone: () => void;
};

/** A secret that nobody can see again: to copy now, and to put away. */
export function ShownOnce({ what, label, secret, onDone }: ShownOnceProps) {
  return (
    <Notice tone="attention" action={<Button onClick={onDone}>I have copied it</Button>}>
      <span className="flex flex-col gap-1">
        {what}
        <span className="flex items-center gap-1">
          <output aria-label={label} className="tabular min-w-0 break-all rounded-sm bg-surface px-1 text-sm">
            {secret}
          </output>
          <CopyButton text={secret} label={`Copy ${label}`} />
        </span>
      </span>
    </Notice>
  );
}
