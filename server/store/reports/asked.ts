import type { Reach } from '#lib/access/reach.ts';
import type { Span, Step } from '#lib/report/span.ts';

/** What a report is asked about. */
export interface Asked {
  readonly span: Span;
  readonly by: Step;
  /** Where its reader may look. */
  readonly reach: Reach;
  readonly project?: string | undefined;
  readonly branch?: string | undefined;
  readonly environment?: string | undefined;
  readonly boardType?: string | undefined;
}

/** Values of the columns that name a row of a report, by key. */
export type RowKey = Readonly<Record<string, string>>;

/** A row behind a number: what it is, where it is shown, and what it adds to the sums. */
export interface BehindRow {
  readonly at: Date;
  readonly what: string;
  /** Where a page shows it; null where none does. */
  readonly href: string | null;
  readonly amounts: Readonly<Record<string, number>>;
}

/** Which of the rows behind a number are wanted, newest first. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Projects that are asked about: those of the reader, or the one among them; null for every one. */
export function projectsOf({ reach: { projects }, project }: Asked): readonly string[] | null {
  if (project === undefined) return projects;
  return projects === null || projects.includes(project) ? [project] : [];
}
