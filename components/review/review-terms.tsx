'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Select } from '#components/ui/select.tsx';
import { useAsking } from '#components/ui/use-asking.ts';

export type ReviewTermsProps = {
  dueAt: number | null;
  approvals: number;
  open: boolean;
  onDue: (dueAt: number | null) => Promise<string | undefined>;
  onApprovals: (approvals: number) => Promise<string | undefined>;
};

const counts = Array.from({ length: 5 }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }));

/** Until when a review is to be answered, and by how many. */
export function ReviewTerms({ dueAt, approvals, open, onDue, onApprovals }: ReviewTermsProps) {
  const [dialog, setDialog] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <span className="flex items-center gap-2">
        <span className="text-ink-muted">due</span>
        {dueAt === null ? 'no time agreed' : <RelativeTime at={dueAt} />}
        {open && <Button onClick={() => setDialog(true)}>Change…</Button>}
      </span>
      <span className="flex items-center gap-2">
        <span className="text-ink-muted">approvals needed</span>
        {open ? (
          <Select
            aria-label="Approvals needed"
            className="w-16"
            options={counts}
            value={String(approvals)}
            onChange={(value) => void onApprovals(Number(value))}
          />
        ) : (
          approvals
        )}
      </span>
      {dialog && <DueDialog dueAt={dueAt} onDue={onDue} onClose={() => setDialog(false)} />}
    </div>
  );
}

type DueDialogProps = Pick<ReviewTermsProps, 'dueAt' | 'onDue'> & { onClose: () => void };

function DueDialog({ dueAt, onDue, onClose }: DueDialogProps) {
  const [value, setValue] = useState(dueAt === null ? '' : localValue(dueAt));
  const { refusal, ask } = useAsking(onClose);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Due time"
      description="Everybody who has the review is reminded when it has passed. It does not move the run’s own limit."
      footer={
        <>
          <Button size="md" onClick={() => void ask(onDue(null))}>
            No due time
          </Button>
          <Button
            size="md"
            kind="primary"
            disabled={value === ''}
            onClick={() => void ask(onDue(new Date(value).getTime()))}
          >
            Set due time
          </Button>
        </>
      }
    >
      <Field label="Due at" hint="In your zone." error={refusal}>
        <Input type="datetime-local" value={value} onChange={(event) => setValue(event.target.value)} />
      </Field>
    </Dialog>
  );
}

/** As the browser's own field writes it: local time to the minute. */
function localValue(at: number): string {
  const date = new Date(at);
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
