/** Whom or what a waiting run waits for. */
export interface Wait {
  readonly what: string;
  /** A person can do something about it now, as opposed to a board or the clock. */
  readonly person: boolean;
}

/** By how the state's path ends or begins; the first row that fits. */
const rows: readonly { readonly path: RegExp; readonly wait: Wait }[] = [
  { path: /^HUMAN_REVIEW(\.|$)/, wait: { what: 'a review', person: true } },
  { path: /RESOURCE_ALLOC\.QUEUED$/, wait: { what: 'a board', person: false } },
  { path: /COOL_DOWN$/, wait: { what: 'the end of a cool-down', person: false } },
  { path: /^IDLE$/, wait: { what: 'something to do', person: false } },
];

/** Machines wait for people unless the state says otherwise. */
export function waitsFor(state: string): Wait {
  return rows.find(({ path }) => path.test(state))?.wait ?? { what: 'a person', person: true };
}
