import type { Proposal } from '#lib/activities/workflow.ts';
import { clip } from '#lib/format/clip.ts';
import { counted } from '#lib/format/count.ts';
import { type Fact, reasonText } from '../edges.ts';
import {
  hasNextAction,
  hasNextStage,
  hasNextStep,
  stepId,
  type WorkflowContext,
  type WorkflowOutcome,
  type WorkflowTrouble,
} from './context.ts';
import { behaviorFact, verdictFact } from './facts.ts';
import { whyUnfit } from './proposals.ts';
import type { WorkflowEvent } from './table.ts';

/** What comes with an event of the table. */
export interface Payload {
  readonly by?: string | undefined;
  readonly reason?: string | undefined;
  /** Who says it and why, as a clause. */
  readonly words?: string;
  readonly queue?: { readonly id: string; readonly count: number } | undefined;
  readonly proposal?: Proposal | undefined;
  readonly updateId?: string | undefined;
  readonly trouble?: WorkflowTrouble;
  readonly outcome?: WorkflowOutcome;
}

type Now = WorkflowContext;

interface Consequence {
  /** What has to hold for the event to make sense. */
  readonly when?: (context: Now, payload: Payload) => boolean;
  readonly change?: (context: Now, payload: Payload) => Partial<Now>;
  /** Reads the context as it is after the change. */
  readonly record?: (context: Now, payload: Payload) => Fact;
}

const isShown: Consequence['when'] = ({ proposal }, { updateId }) => proposal !== null && proposal.id === updateId;
const atFirst = { at: { stage: 0, step: null }, iteration: 0, queue: null, proposal: null, trouble: null } as const;
const notEnded = { outcome: null, reason: '' } as const;
const begins = behaviorFact('running');

/** What each event of the table changes, whoever brings it about. */
export const consequences: Readonly<Record<WorkflowEvent, Consequence>> = {
  START_WORKFLOW: { change: ({ round }) => ({ ...atFirst, ...notEnded, round: round + 1 }) },
  START_STEP: {
    when: ({ workflow, at }) => (workflow?.stages[at.stage]?.steps.length ?? 0) > 0,
    change: ({ at }) => ({ at: { ...at, step: 0 }, iteration: 0 }),
  },
  START_BEHAVIOR: {
    when: (context) => stepId(context) !== null,
    change: ({ iteration, serial }) => ({
      iteration: Math.max(1, iteration),
      serial: serial + 1,
      queue: null,
      trouble: null,
    }),
    record: begins,
  },
  START_ACTION: {
    when: (_, { queue }) => queue !== undefined,
    change: (_, { queue }) => (queue === undefined ? {} : { queue: { ...queue, next: 0 } }),
  },
  COMPLETE_ACTION: {
    change: ({ queue }) => (queue === null ? {} : { queue: { ...queue, next: queue.next + 1 } }),
  },
  NEXT_ACTION: { when: hasNextAction },
  COMPLETE_BEHAVIOR: { change: () => ({ queue: null }), record: behaviorFact('completed') },
  NEXT_BEHAVIOR: {
    when: ({ iteration, settings }) => iteration < settings.limits.behaviors_per_step,
    change: ({ iteration, serial }) => ({ iteration: iteration + 1, serial: serial + 1, queue: null }),
    record: begins,
  },
  COMPLETE_STEP: {},
  NEXT_STEP: {
    when: hasNextStep,
    change: ({ at }) => ({ at: { ...at, step: (at.step ?? -1) + 1 }, iteration: 0 }),
  },
  COMPLETE_STAGE: {},
  NEXT_STAGE: {
    when: hasNextStage,
    change: ({ at }) => ({ at: { stage: at.stage + 1, step: null }, iteration: 0 }),
  },
  COMPLETE_WORKFLOW: {
    when: (context) => !hasNextStage(context),
    change: (context) => ({ outcome: 'completed', reason: achieved(context), epoch: context.epoch + 1 }),
  },
  UPDATE_WORKFLOW: { when: proposes('workflow'), change: propose },
  UPDATE_STEP: { when: proposes('step'), change: propose },
  UPDATE_WORKFLOW_CONFIRMED: { when: isShown, change: confirm, record: verdictFact('confirmed') },
  UPDATE_STEP_CONFIRMED: { when: isShown, change: confirm, record: verdictFact('confirmed') },
  UPDATE_WORKFLOW_REJECTED: { when: isShown, change: reject, record: verdictFact('rejected') },
  UPDATE_STEP_REJECTED: {
    when: isShown,
    change: (context, { by = 'nobody', reason = '' }) => ({
      ...reject(context),
      queue: null,
      epoch: context.epoch + 1,
      trouble: {
        code: 'UPDATE_REJECTED',
        from: 'step_update_pending',
        message: clip(`${by} rejected the update of the steps${reason === '' ? '' : `: ${reason}`}`, 300).text,
      },
    }),
    record: verdictFact('rejected'),
  },
  FAIL: {
    change: ({ epoch }, { trouble = null }) => ({ trouble, queue: null, proposal: null, epoch: epoch + 1 }),
  },
  CANCEL: {
    change: ({ epoch }, { outcome = 'cancelled', words = '' }) => ({
      outcome,
      reason: clip(words, 600).text,
      epoch: epoch + 1,
      queue: null,
      proposal: null,
    }),
  },
  RESET: { change: () => ({ ...atFirst, ...notEnded }) },
};

function achieved({ workflow, serial }: Now): string {
  const stages = workflow?.stages ?? [];
  const steps = stages.flatMap((stage) => stage.steps).length;
  const parts = [counted(stages.length, 'stage'), counted(steps, 'step'), counted(serial, 'behavior')];
  return reasonText(`every target is achieved: ${parts.join(', ')}`);
}

function proposes(kind: Proposal['kind']) {
  return (context: Now, payload: Payload): boolean => {
    const proposal = payload.proposal ?? context.proposal;
    return proposal?.kind === kind && whyUnfit(context, proposal) === null;
  };
}

function propose({ proposal }: Now, payload: Payload): Partial<Now> {
  return { proposal: payload.proposal ?? proposal };
}

function confirm({ proposal }: Now): Partial<Now> {
  return proposal === null ? {} : { workflow: proposal.workflow, proposal: null, judged: proposal.id };
}

const mostRefused = 10;

function reject({ proposal, refused }: Now): Partial<Now> {
  if (proposal === null) return {};
  const id = proposal.workflow.id.slice(0, 16);
  return { proposal: null, judged: proposal.id, refused: [...refused, id].slice(-mostRefused) };
}
