'use client';

import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

export type Tab = { id: string; title: string; count?: string; content: ReactNode };

export type TabsProps = { label: string; tabs: readonly Tab[]; value: string; onChange: (id: string) => void };

/** Tabs whose choice lives with the caller, so that it can stand in the URL. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  return (
    <Primitive.Root value={value} onValueChange={onChange} className="flex min-w-0 flex-col gap-3">
      <Primitive.List aria-label={label} className="relative flex gap-4 overflow-x-auto border-line border-b">
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.id}
            value={tab.id}
            className="-mb-px flex h-9 shrink-0 items-center gap-1.5 border-transparent border-b-2 text-ink-muted text-sm -outline-offset-2 hover:text-ink data-[state=active]:border-ink data-[state=active]:font-medium data-[state=active]:text-ink"
          >
            {tab.title}
            {tab.count !== undefined && <span className="tabular text-ink-faint text-xs">{tab.count}</span>}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.id} value={tab.id} className="min-w-0">
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
