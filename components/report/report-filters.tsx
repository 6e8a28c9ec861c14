'use client';

import { Button } from '#components/ui/button.tsx';
import { Input } from '#components/ui/input.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import { visibleText } from '#lib/format/visible-text.ts';
import type { ReportFilter } from '#lib/report/filter.ts';
import type { FilterName } from '#lib/report/report.ts';
import type { Span, Step } from '#lib/report/span.ts';

export type ReportFiltersProps = {
  filter: ReportFilter;
  /** What this report can be narrowed down to. */
  takes: readonly FilterName[];
  choices: {
    projects: readonly { id: string; name: string }[];
    branches: readonly string[];
    environments: readonly string[];
    boardTypes: readonly string[];
  };
  /** The days that are shown where the filter names none. */
  span: Span;
  zone: string;
  onChange: (change: Partial<Record<keyof ReportFilter, string | null>>) => void;
};

const steps = [
  { value: 'week', label: 'Weeks' },
  { value: 'day', label: 'Days' },
] as const satisfies readonly { value: Step; label: string }[];

/** Narrows a report down; every choice is part of the page's address. */
export function ReportFilters({ filter, takes, choices, span, zone, onChange }: ReportFiltersProps) {
  const lists = {
    project: {
      label: 'Project',
      any: 'any project',
      rows: choices.projects.map(({ id, name }) => ({ value: id, label: name })),
    },
    branch: { label: 'Branch', any: 'any branch', rows: named(choices.branches) },
    environment: { label: 'Environment', any: 'any environment', rows: named(choices.environments) },
    boardType: { label: 'Type of board', any: 'any board', rows: named(choices.boardTypes) },
  } as const;
  const shown = (Object.keys(lists) as (keyof typeof lists)[]).filter((name) => takes.includes(name));
  const isNarrow = Object.values(filter).some((value) => value !== undefined);
  return (
    <search aria-label="Narrow down the report" className="flex flex-wrap items-center gap-2">
      {shown.map((name) => (
        <Select
          key={name}
          aria-label={lists[name].label}
          options={withChosen([{ value: '', label: lists[name].any }, ...lists[name].rows], {
            value: filter[name] ?? '',
            label: name === 'project' ? 'a project out of sight' : visibleText(filter[name] ?? ''),
          })}
          value={filter[name] ?? ''}
          onChange={(value) => onChange({ [name]: value === '' ? null : value })}
          className="max-w-44 max-md:max-w-none max-md:shrink max-md:grow max-md:basis-[45%]"
        />
      ))}
      <span className="flex items-center gap-1.5 text-ink-muted text-sm">
        From
        <Input
          type="date"
          aria-label="First day"
          value={span.from}
          max={span.to}
          onChange={({ target }) => setDay('from', target.value)}
          className="w-36"
        />
      </span>
      <span className="flex items-center gap-1.5 text-ink-muted text-sm">
        to
        <Input
          type="date"
          aria-label="Last day"
          value={span.to}
          min={span.from}
          onChange={({ target }) => setDay('to', target.value)}
          className="w-36"
        />
      </span>
      {takes.includes('by') && (
        <Segmented
          label="Periods"
          options={steps}
          value={filter.by ?? 'week'}
          onChange={(by) => onChange({ by: by === 'week' ? null : by })}
        />
      )}
      <span className="text-ink-faint text-xs">days of {zone}</span>
      {isNarrow && (
        <Button
          kind="quiet"
          onClick={() =>
            onChange({
              project: null,
              branch: null,
              environment: null,
              boardType: null,
              from: null,
              to: null,
              by: null,
            })
          }
        >
          Clear
        </Button>
      )}
    </search>
  );

  /** A day that is half typed is none yet. */
  function setDay(name: 'from' | 'to', day: string) {
    if (day !== '') onChange({ [name]: day });
  }
}

function named(names: readonly string[]) {
  return names.map((name) => ({ value: name, label: visibleText(name) }));
}

type Option = { value: string; label: string };

/** The present choice is offered even where history does not know it any more, or the reader may not see it. */
function withChosen(options: readonly Option[], chosen: Option) {
  return options.some(({ value }) => value === chosen.value) ? options : [...options, chosen];
}
