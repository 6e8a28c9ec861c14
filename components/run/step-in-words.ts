import type { RunDetail } from './run-types.ts';
import type { Deed, StepInChoices, StepInKind } from './steer-types.ts';

/** What a dialog says of a way to step in, and the deed that it begins with; null where something must be given first. */
export type StepInWords = {
  title: (run: RunDetail) => string;
  about: string;
  action: string;
  begin: (choices: StepInChoices) => Deed | null;
};

const nameOf = (run: RunDetail) => `${run.project} #${run.number}`;

export const stepInWords = {
  patch: {
    title: (run) => `Give ${nameOf(run)} a patch`,
    about: 'A unified diff from the folder of the repository. The policy reads it as it reads an agent’s.',
    action: 'Submit patch',
    begin: () => null,
  },
  'roll-back': {
    title: (run) => `Roll ${nameOf(run)} back`,
    about: 'The worktree goes back to what an iteration left, and the next idea is measured against that.',
    action: 'Roll back',
    begin: ({ kept }) => (kept[0] === undefined ? null : { kind: 'roll-back', iteration: kept[0].iteration }),
  },
  'switch-strategy': {
    title: (run) => `Switch the strategy of ${nameOf(run)}`,
    about: 'Other agents are asked from here on; windows and streaks begin anew.',
    action: 'Switch strategy',
    begin: ({ strategies }) =>
      strategies[0] === undefined ? null : { kind: 'switch-strategy', strategy: strategies[0] },
  },
  'run-again': {
    title: (run) => `Run the tests of ${nameOf(run)} again`,
    about: 'The tree that is kept is tested once more: is the result stable?',
    action: 'Run tests again',
    begin: () => ({ kind: 'run-again' }),
  },
  accept: {
    title: (run) => `Accept ${nameOf(run)} as it is`,
    about: 'The run ends with a warning, and its best tree is what it leaves.',
    action: 'Accept with a warning',
    begin: () => ({ kind: 'accept' }),
  },
} satisfies Record<StepInKind, StepInWords>;
