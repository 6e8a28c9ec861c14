'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Input } from '#components/ui/input.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import { bytes } from '#lib/format/bytes.ts';
import { count } from '#lib/format/count.ts';
import { type Removal, type RetentionKind, retentionKindNames, retentionKinds } from '#lib/retention/kinds.ts';

/** A rule with what it would remove now. */
export type RuleFace = Removal & { kind: RetentionKind; days: number };

export type KeepingRulesProps = {
  rules: readonly RuleFace[];
  pending: boolean;
  /** Null keeps the kind for ever. */
  onSet: (kind: RetentionKind, days: number | null) => void;
};

type Row = { kind: RetentionKind; rule: RuleFace | undefined };

/** Every kind with after how many days it goes, what would go now, and what is lost with it. */
export function KeepingRules({ rules, pending, onSet }: KeepingRulesProps) {
  const rows = retentionKindNames.map((kind): Row => ({ kind, rule: rules.find((one) => one.kind === kind) }));
  const columns: Column<Row>[] = [
    { key: 'kind', title: 'Kind', keep: true, cell: ({ kind }) => retentionKinds[kind].title },
    {
      key: 'days',
      title: 'Goes after',
      keep: true,
      cell: ({ kind, rule }) => <Days key={rule?.days} kind={kind} days={rule?.days} pending={pending} onSet={onSet} />,
    },
    { key: 'due', title: 'Would go now', keep: true, align: 'end', cell: ({ rule }) => <Due rule={rule} /> },
    {
      key: 'loses',
      title: 'What is lost',
      grow: true,
      cell: ({ kind }) => <span className="whitespace-normal text-ink-muted">{retentionKinds[kind].loses}</span>,
    },
  ];
  return <Table label="What goes after how many days" columns={columns} rows={rows} rowKey={({ kind }) => kind} />;
}

type DaysProps = { kind: RetentionKind; days: number | undefined; pending: boolean; onSet: KeepingRulesProps['onSet'] };

function Days({ kind, days, pending, onSet }: DaysProps) {
  const [text, setText] = useState(days === undefined ? '' : String(days));
  const isChanged = text !== (days === undefined ? '' : String(days));
  function submit(event: FormEvent) {
    event.preventDefault();
    onSet(kind, text === '' ? null : Number(text));
  }
  return (
    <form onSubmit={submit} className="flex items-center gap-1.5">
      <Input
        type="number"
        min={1}
        max={36_500}
        mono
        aria-label={`Days after which ${retentionKinds[kind].title.toLowerCase()} go`}
        placeholder="for ever"
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="w-28"
      />
      <span className="text-ink-muted max-md:sr-only">days</span>
      {isChanged && (
        <Button type="submit" disabled={pending}>
          Set
        </Button>
      )}
    </form>
  );
}

function Due({ rule }: { rule: RuleFace | undefined }) {
  if (rule === undefined) return <span className="text-ink-faint">–</span>;
  const { kind, things, rows, bytes: size } = rule;
  return (
    <span className="tabular" title={`${count(rows)} rows`}>
      {bytes(size)} of {count(things)} {retentionKinds[kind].of}
    </span>
  );
}
