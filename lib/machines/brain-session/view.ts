import type { StateView, Tone, Wait } from '#lib/engine/definition.ts';

/** Words, tone and column of every state. */
export const view = {
  IDLE: { ...shown('idle', 0, 'Queued'), waits: { what: 'its task', person: false } },
  DEVELOPING: shown('busy', 1, 'The session works'),
  ...judged('REVIEWING', 2, 'Reviewing'),
  'LINTING.DECIDE': shown('busy', 3, 'Choosing the lint command'),
  'LINTING.RUN': shown('busy', 3, 'Linting'),
  'TESTING.RUN': shown('busy', 4, 'Testing'),
  ...judged('TESTING', 4, 'Telling a code fault from a test fault'),
  'COMMITTING.DECIDE': shown('busy', 5, 'Looking at what is to be committed'),
  'COMMITTING.MESSAGE': shown('busy', 5, 'Writing the message'),
  ...judged('COMMITTING', 5, 'Reading the message'),
  'COMMITTING.COMMIT': shown('busy', 5, 'Committing'),
  'COMMITTING.FIX': shown('attention', 5, 'The session mends the commit'),
  'COMMITTING.CHECK': shown('busy', 5, 'Checking again'),
  'COMMITTING.OFFER': {
    ...shown('attention', 5, 'Committed; deploys when asked'),
    waits: { what: 'somebody who asks for the deployment', person: true },
  },
  'DEPLOYING.RUN': shown('busy', 6, 'Deploying'),
  'DEPLOYING.ROLL_BACK': shown('attention', 6, 'Rolling back'),
  'REFINING.REWRITE': shown('busy', 2, 'Rewriting a message'),
  'REFINING.DECIDE': shown('busy', 2, 'Looking where a message leads'),
  'REFINING.SHOW': {
    ...shown('attention', 2, 'Shows the instruction'),
    waits: { what: 'a look at the rewritten instruction', person: true },
  },
  'REFINING.DROPPED': shown('idle', 2, 'Dropping a message'),
  'REFINING.GO': shown('busy', 2, 'Telling the session'),
  COMPLETING: shown('busy', 7, 'Summing up'),
  DONE: shown('good', 8, 'Done'),
} as const satisfies Record<string, StateView>;

function shown(tone: Tone, column: number, label: string): StateView {
  return { label, tone, column };
}

type Judged = 'NEXT' | 'JUDGE' | 'ASK' | 'PERSON' | 'STAND_IN';

/** The places of one question to the judge. */
function judged<State extends string>(
  state: State,
  column: number,
  label: string,
): Record<`${State}.${Judged}`, StateView & { readonly waits?: Wait }> {
  const rows: Record<Judged, StateView> = {
    NEXT: shown('busy', column, 'Choosing what comes next'),
    JUDGE: shown('busy', column, label),
    ASK: shown('attention', column, 'The judge cannot be read'),
    PERSON: {
      ...shown('attention', column, 'Waiting for a verdict'),
      waits: { what: "a verdict in the judge's place", person: true },
    },
    STAND_IN: shown('attention', column, 'Asking the playbook'),
  };
  return Object.fromEntries(Object.entries(rows).map(([place, row]) => [`${state}.${place}`, row])) as Record<
    `${State}.${Judged}`,
    StateView
  >;
}
