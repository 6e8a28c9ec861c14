'use client';

import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import { count, counted } from '#lib/format/count.ts';
import { type TestGroup, testGroups } from '#lib/heat/test-groups.ts';

export type HeatMapToolbarProps = {
  counts: Readonly<Record<TestGroup, number>>;
  iterations: number;
  group: TestGroup;
  onGroup: (group: TestGroup) => void;
  text: string;
  onText: (text: string) => void;
};

const words = {
  all: 'All tests',
  regression: 'Regressions',
  failing: 'Still failing',
  fixed: 'Fixed',
  flaky: 'Flaky',
  infrastructure: 'Infrastructure',
} satisfies Record<TestGroup, string>;

/** Which tests the heat map shows: a group with its count, and a part of the name. */
export function HeatMapToolbar({ counts, iterations, group, onGroup, text, onText }: HeatMapToolbarProps) {
  const options = testGroups
    .filter((one) => one === 'all' || counts[one] > 0 || one === group)
    .map((one) => ({ value: one, label: `${words[one]} · ${count(counts[one])}` }));
  return (
    <div role="toolbar" aria-label="Tests" className="flex min-h-8 flex-wrap items-center gap-2">
      <span className="font-semibold text-sm">
        {counted(counts.all, 'test')} × {counted(iterations, 'iteration')}
      </span>
      <span className="ml-auto flex items-center gap-2 max-md:ml-0 max-md:w-full">
        <Select
          aria-label="Which tests"
          className="w-44"
          options={options}
          value={group}
          onChange={(value) => onGroup(testGroups.find((one) => one === value) ?? 'all')}
        />
        <Input
          aria-label="Find a test"
          placeholder="Find a test"
          className="w-44 text-sm"
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      </span>
    </div>
  );
}
