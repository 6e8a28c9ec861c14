'use client';

import { Tabs as Primitive } from 'radix-ui';
import { memo, type ReactNode } from 'react';

export type Tab = { id: string; title: string; count?: string; content: ReactNode };

export type TabsProps = { label: string; tabs: readonly Tab[]; value: string; onChange: (id: string) => void };

/** Tabs whose choice lives with the caller, so that it can stand in the URL. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  return (
    <Primitive.Root value={value} onValueChange={onChange} className="flex min-w-0 flex-col gap-3">
      <Primitive.List aria-label={label} className="relative flex gap-4 overflow-x-auto border-line border-b">
        {tabs.map(({ id, title, count }) => (
          <Trigger key={id} {...{ id, title, count }} />
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Content key={tab.id} id={tab.id} content={tab.id === value && tab.content} />
      ))}
    </Primitive.Root>
  );
}

/** Drawn again when it says something else, not whenever what lies behind a tab has changed. */
const Trigger = memo(function Trigger({ id, title, count }: { id: string; title: string; count: string | undefined }) {
  return (
    <Primitive.Trigger
      value={id}
      className="-mb-px flex h-9 shrink-0 items-center gap-1.5 border-transparent border-b-2 text-ink-muted text-sm -outline-offset-2 hover:text-ink data-[state=active]:border-ink data-[state=active]:font-medium data-[state=active]:text-ink"
    >
      {title}
      {count !== undefined && <span className="tabular text-ink-faint text-xs">{count}</span>}
    </Primitive.Trigger>
  );
});

/** Of a tab that is not open nothing is drawn. */
const Content = memo(function Content({ id, content }: { id: string; content: ReactNode }) {
  return (
    <Primitive.Content value={id} className="min-w-0">
      {content}
    </Primitive.Content>
  );
});
