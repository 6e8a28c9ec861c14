'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ClippedText } from '#components/ui/clipped-text.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Input } from '#components/ui/input.tsx';
import { Link } from '#components/ui/link.tsx';
import { type Column, Table } from '#components/ui/table.tsx';

/** A pinned run. */
export type PinFace = { number: number; project: string; title: string; pinnedBy: string; why: string };

export type PinFormProps = {
  pinned: readonly PinFace[];
  pending: boolean;
  problem: string | undefined;
  /** The run by its number. */
  onPin: (run: number, why: string) => void;
  onUnpin: (run: number) => void;
};

/** Pinned runs with the reasons, and fields to pin another. */
export function PinForm({ pinned, pending, problem, onPin, onUnpin }: PinFormProps) {
  const [text, setText] = useState('');
  const [why, setWhy] = useState('');
  const number = Number(/^#?(\d{1,9})$/.exec(text.trim())?.[1] ?? 0);
  function submit(event: FormEvent) {
    event.preventDefault();
    onPin(number, why.trim());
    setText('');
    setWhy('');
  }
  const columns: Column<PinFace>[] = [
    { key: 'run', title: 'Run', keep: true, cell: runOf },
    { key: 'goal', title: 'Goal', grow: true, cell: ({ title }) => <ClippedText text={title} limit={100} /> },
    { key: 'why', title: 'Why', cell: ({ why: reason }) => <ClippedText text={reason} limit={80} /> },
    { key: 'by', title: 'Pinned by', cell: ({ pinnedBy }) => <ClippedText text={pinnedBy} limit={40} /> },
    {
      key: 'acts',
      title: '',
      keep: true,
      align: 'end',
      cell: (run) => (
        <Button kind="quiet" disabled={pending} onClick={() => onUnpin(run.number)}>
          Unpin
        </Button>
      ),
    },
  ];
  return (
    <div className="flex flex-col gap-2">
      {problem !== undefined && <ErrorState what={problem} />}
      <form onSubmit={submit} className="flex gap-2">
        <Input
          mono
          aria-label="Number of the run to pin"
          placeholder="#12"
          value={text}
          onChange={({ target }) => setText(target.value)}
          className="w-28"
        />
        <Input
          aria-label="Why it is pinned"
          placeholder="why"
          maxLength={200}
          value={why}
          onChange={({ target }) => setWhy(target.value)}
          className="w-64 min-w-0"
        />
        <Button type="submit" size="md" disabled={pending || number === 0}>
          Pin
        </Button>
      </form>
      {pinned.length > 0 && (
        <Table label="Pinned runs" columns={columns} rows={pinned} rowKey={(run) => String(run.number)} />
      )}
    </div>
  );
}

function runOf({ project, number }: PinFace) {
  return (
    <Link href={`/runs/${number}`}>
      <ClippedText text={`${project} #${number}`} limit={60} />
    </Link>
  );
}
