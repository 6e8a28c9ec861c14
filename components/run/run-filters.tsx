'use client';

import { Button } from '#components/ui/button.tsx';
import { Input } from '#components/ui/input.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import { clip } from '#lib/format/clip.ts';
import { visibleText } from '#lib/format/visible-text.ts';

/** What the list is narrowed down to; an empty word narrows nothing. */
export type RunFilter = {
  q: string;
  show: 'all' | 'live' | 'waiting' | 'ended';
  /** Where live runs are now, or how runs ended. */
  state: string;
  outcome: string;
  project: string;
  agent: string;
};

export type RunFiltersProps = {
  filter: RunFilter;
  options: {
    projects: readonly { id: string; name: string }[];
    agents: readonly string[];
    outcomes: readonly string[];
    states: readonly string[];
  };
  onChange: (change: Partial<RunFilter>) => void;
};

const shownOptions = [
  { value: 'all', label: 'All' },
  { value: 'live', label: 'Live' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'ended', label: 'Ended' },
] as const;

const nothing: RunFilter = { q: '', show: 'all', state: '', outcome: '', project: '', agent: '' };

/** Whether every run is shown. */
export function isUnfiltered(filter: RunFilter): boolean {
  return Object.entries(nothing).every(([key, value]) => filter[key as keyof RunFilter] === value);
}

/** Narrows a list of runs by words, life, place, project and agent. */
export function RunFilters({ filter, options, onChange }: RunFiltersProps) {
  return (
    <search aria-label="Narrow down the runs" className="flex flex-wrap items-center gap-2">
      <Input
        type="search"
        aria-label="Search by project, goal or number"
        placeholder="Project, goal or #number"
        value={filter.q}
        maxLength={200}
        onChange={(event) => onChange({ q: event.target.value })}
        className="w-64 max-md:w-full"
      />
      <Segmented
        label="Which runs"
        options={shownOptions}
        value={filter.show}
        onChange={(show) => onChange({ show, state: '', outcome: '' })}
      />
      <Select
        aria-label="Project"
        options={choices(
          'any project',
          options.projects,
          filter.project,
          ({ id }) => id,
          ({ name }) => name,
        )}
        value={filter.project}
        onChange={(project) => onChange({ project })}
        className="max-w-48 max-md:min-w-36 max-md:max-w-none max-md:flex-1"
      />
      <Select
        aria-label="Agent"
        options={choices('any agent', options.agents, filter.agent)}
        value={filter.agent}
        onChange={(agent) => onChange({ agent })}
        className="max-w-40 max-md:min-w-36 max-md:max-w-none max-md:flex-1"
      />
      <Select
        aria-label="State or outcome"
        options={[
          { value: '', label: 'any state' },
          ...choices(null, options.states, filter.state).map(withKind('state', 'now in')),
          ...choices(null, options.outcomes, filter.outcome).map(withKind('outcome', 'ended')),
        ]}
        value={placeOf(filter)}
        onChange={(place) => onChange(fromPlace(place))}
        className="max-w-60 max-md:min-w-36 max-md:max-w-none max-md:flex-1"
      />
      {!isUnfiltered(filter) && (
        <Button kind="quiet" onClick={() => onChange(nothing)}>
          Clear
        </Button>
      )}
    </search>
  );
}

type Choice = { value: string; label: string };

/** What may be chosen, the present choice among it even when it is not known any more. */
function choices<Row = string>(
  any: string | null,
  rows: readonly Row[],
  chosen: string,
  value: (row: Row) => string = String,
  label: (row: Row) => string = String,
): Choice[] {
  const listed = rows.map((row) => ({ value: value(row), label: label(row) }));
  const missing = chosen === '' || listed.some((one) => one.value === chosen) ? [] : [{ value: chosen, label: chosen }];
  const all = [...listed, ...missing].map((one) => ({ ...one, label: visibleText(clip(one.label, 60).text) }));
  return any === null ? all : [{ value: '', label: any }, ...all];
}

function withKind(kind: 'state' | 'outcome', words: string) {
  return ({ value, label }: Choice): Choice => ({ value: `${kind}:${value}`, label: `${words} ${label}` });
}

function placeOf({ state, outcome }: RunFilter): string {
  if (state !== '') return `state:${state}`;
  return outcome === '' ? '' : `outcome:${outcome}`;
}

function fromPlace(place: string): Partial<RunFilter> {
  const value = place.slice(place.indexOf(':') + 1);
  const kind = place.slice(0, place.indexOf(':'));
  return { state: kind === 'state' ? value : '', outcome: kind === 'outcome' ? value : '', show: 'all' };
}
