'use client';

import { AlertDialog as Primitive } from 'radix-ui';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { Textarea } from './textarea.tsx';
import { useReturnFocus } from './use-return-focus.ts';

export type ReasonDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What will happen, to which thing, and what cannot be undone. */
  effect: ReactNode;
  /** The words on the button that does it, for example "Abort run". */
  action: string;
  danger?: boolean;
  /** Says why the reason is asked; leave out when no reason is needed. */
  reasonHint?: string;
  pending?: boolean;
  /** Why the last try was refused. */
  error?: string | undefined;
  onConfirm: (reason: string) => void;
};

/** Asks once before something with consequences, shows the effect first, and takes the reason that the trace will keep. */
export function ReasonDialog(props: ReasonDialogProps) {
  const focus = useReturnFocus();
  return (
    <Primitive.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-appear bg-veil" />
        <Primitive.Content
          {...focus}
          className="fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] max-w-md -translate-x-1/2 -translate-y-1/2 animate-appear overflow-y-auto rounded-lg border bg-raised shadow-overlay"
        >
          <ReasonForm {...props} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function ReasonForm({
  title,
  effect,
  action,
  danger = false,
  reasonHint,
  pending = false,
  error,
  onConfirm,
}: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const ready = reasonHint === undefined || reason.trim() !== '';
  function submit(event: FormEvent) {
    event.preventDefault();
    if (ready && !pending) onConfirm(reason.trim());
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4 p-4">
      <div className="flex flex-col gap-1">
        <Primitive.Title className="font-semibold text-lg">{title}</Primitive.Title>
        <Primitive.Description asChild>
          <div className="text-ink-muted text-sm">{effect}</div>
        </Primitive.Description>
      </div>
      {reasonHint !== undefined && (
        <Field label="Reason" hint={reasonHint} error={error}>
          <Textarea
            rows={3}
            value={reason}
            maxLength={400}
            onChange={(event) => setReason(event.target.value)}
            required
          />
        </Field>
      )}
      {reasonHint === undefined && error !== undefined && <p className="text-bad text-sm">{error}</p>}
      <div className="flex justify-end gap-2">
        <Primitive.Cancel asChild>
          <Button size="md">Keep as it is</Button>
        </Primitive.Cancel>
        <Button size="md" type="submit" kind={danger ? 'danger' : 'primary'} disabled={!ready || pending}>
          {pending ? 'Sending…' : action}
        </Button>
      </div>
    </form>
  );
}
