/** What can go after some time, of what, and what is lost with it, for whoever decides. */
export const retentionKinds = {
  logs: {
    title: 'Logs',
    of: 'runs',
    loses: 'What activities of a run printed, and logs that it was given, cannot be read any more.',
  },
  files: {
    title: 'Files',
    of: 'runs',
    loses: 'Images, analyses, plans and other files that a run collected, what its consoles printed among them.',
  },
  patches: {
    title: 'Patches',
    of: 'runs',
    loses: 'Patches and proposals of a run; what they taught stays on the page of knowledge.',
  },
  bundles: {
    title: 'Trees',
    of: 'runs',
    loses: 'The commits of a run’s iterations: it cannot be forked any more.',
  },
  imports: {
    title: 'Imported results',
    of: 'imports',
    loses: 'Results of ordinary builds with their files; builds that are a release stay.',
  },
  results: {
    title: 'Results of runs',
    of: 'runs',
    loses: 'Single results of a run’s tests; the counts of its iterations stay.',
  },
  consoles: {
    title: 'Consoles',
    of: 'talks',
    loses: 'What was typed on consoles of boards and what boards said; who talked with which board when stays.',
  },
} as const satisfies Record<string, { title: string; of: 'runs' | 'imports' | 'talks'; loses: string }>;

export type RetentionKind = keyof typeof retentionKinds;
export const retentionKindNames = Object.keys(retentionKinds) as RetentionKind[];

/** What goes, or has gone, of one kind. */
export interface Removal {
  /** Runs, imports or talks that lose something. */
  readonly things: number;
  readonly rows: number;
  readonly bytes: number;
}
