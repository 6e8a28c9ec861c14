import type { Ending, MachineDefinition } from '#lib/engine/definition.ts';
import { runLimitMs } from '../run-minutes.ts';
import type { SessionContext, SessionOutcome } from './context.ts';
import { sessionChanges, sessionSaid } from './events.ts';
import { brainSessionInput } from './input.ts';
import { brainSessionMachine } from './machine.ts';
import { view } from './view.ts';

const exitCodes = { completed: 0, 'completed with warning': 0, aborted: 3 } as const satisfies Record<
  SessionOutcome,
  Ending['exitCode']
>;

/** A coding session that is supervised: developed, reviewed, linted, tested, committed, deployed, with bounded retries. */
export const brainSession: MachineDefinition = {
  id: 'brain-session',
  version: 1,
  machine: brainSessionMachine,
  input: brainSessionInput,
  said: sessionSaid,
  limits: sessionChanges,
  // A commit and a deployment are not cut off half-way: a message waits for their end.
  deferrable: ['USER_MESSAGE'],
  runTimeoutMs: ({ settings }: SessionContext) => runLimitMs(settings.limits),
  iteration: ({ turn }: SessionContext) => turn,
  ending: ({ value, context }) => {
    if (value !== 'DONE') return null;
    const { outcome } = context as Partial<Pick<SessionContext, 'outcome'>>;
    const ended = outcome ?? 'completed with warning';
    return { outcome: ended, exitCode: exitCodes[ended] };
  },
  view,
};
