/** What can go after some time, and what is lost with it, for whoever decides. */
export const retentionKinds = {
  logs: {
    title: 'Logs',
    loses: 'What activities of a run printed, and logs that it was given, cannot be read any more.',
  },
  files: {
    title: 'Files',
    loses: 'Images, analyses, plans and other files that a run collected, consoles among them.',
  },
  patches: {
    title: 'Patches',
    loses: 'Patches and proposals of a run; what they taught stays on the page of knowledge.',
  },
  bundles: { title: 'Trees', loses: 'The commits of a run’s iterations: it cannot be forked any more.' },
  imports: {
    title: 'Imported results',
    loses: 'Results of ordinary builds with their files; builds that are a release stay.',
  },
  results: { title: 'Results of runs', loses: 'Single results of a run’s tests; the counts of its iterations stay.' },
} as const satisfies Record<string, { title: string; loses: string }>;

export type RetentionKind = keyof typeof retentionKinds;
export const retentionKindNames = Object.keys(retentionKinds) as RetentionKind[];

/** What goes, or has gone, of one kind. */
export interface Removal {
  /** Runs or imports that lose something. */
  readonly things: number;
  readonly rows: number;
  readonly bytes: number;
}
