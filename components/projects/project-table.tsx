'use client';

import { type ReactNode, useRef } from 'react';
import { ClippedText } from '#components/ui/clipped-text.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import type { Tone } from '#components/ui/tone.ts';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { useListKeys } from '#components/ui/use-list-keys.ts';
import { percent } from '#lib/format/percent.ts';
import { OutcomeMarks } from './outcome-marks.tsx';

/** A project in a line. */
export type ProjectLine = {
  id: string;
  href: string;
  name: string;
  repository: string;
  live: number;
  waiting: number;
  lastLaunch: number | null;
  recent: readonly { number: number; outcome: string; tone: Tone }[];
};

export type ProjectTableProps = { projects: readonly ProjectLine[]; empty: ReactNode };

const columns: readonly Column<ProjectLine>[] = [
  { key: 'name', title: 'Project', keep: true, grow: true, cell: (project) => <ProjectName project={project} /> },
  { key: 'live', title: 'Now', keep: true, cell: (project) => <Now project={project} /> },
  { key: 'recent', title: 'Last runs', cell: (project) => <OutcomeMarks recent={project.recent} /> },
  {
    key: 'rate',
    title: 'Succeeded',
    align: 'end',
    keep: true,
    cell: (project) => <span className="tabular">{rateOf(project)}</span>,
  },
  {
    key: 'last',
    title: 'Last launch',
    cell: (project) => (project.lastLaunch === null ? '–' : <RelativeTime at={project.lastLaunch} />),
  },
];

/** Projects as rows: which, what goes on, how the last runs ended. `j` and `k` walk them. */
export function ProjectTable({ projects, empty }: ProjectTableProps) {
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list);
  return (
    <div ref={list} className="min-w-0">
      <Table
        label="Projects"
        columns={columns}
        rows={projects}
        rowKey={({ id }) => id}
        rowHref={({ href }) => href}
        empty={empty}
      />
    </div>
  );
}

function ProjectName({ project }: { project: ProjectLine }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate font-medium">
        <ClippedText text={project.name} limit={80} />
      </span>
      <span className="tabular truncate text-ink-muted text-xs">
        <ClippedText text={project.repository} limit={200} />
      </span>
    </span>
  );
}

function Now({ project: { live, waiting } }: { project: ProjectLine }) {
  if (waiting > 0) return <ToneMark tone="attention">{waiting} waiting</ToneMark>;
  return live > 0 ? (
    <ToneMark tone="busy">{live} live</ToneMark>
  ) : (
    <span className="text-ink-muted text-xs">quiet</span>
  );
}

function rateOf({ recent }: ProjectLine): string {
  if (recent.length === 0) return '–';
  return percent(recent.filter(({ tone }) => tone === 'good').length / recent.length);
}
