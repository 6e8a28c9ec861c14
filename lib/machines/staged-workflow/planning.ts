import { rowKey } from '#lib/workflow/rows.ts';
import type { Fact, Failure, InputOf, OutputOf } from '../edges.ts';
import { placeIn, stageId, stepId, type TroubleCode, type WorkflowContext } from './context.ts';
import type { Cause } from './edges.ts';
import { placeOf } from './facts.ts';
import { whyUnfit } from './proposals.ts';
import type { WorkflowState } from './table.ts';

export type Planned = OutputOf<'ask-planning'>;
type About = InputOf<'ask-planning'>['about'];

/** What Planning is asked in a state. */
export function question(state: WorkflowState, about: About) {
  return (context: WorkflowContext): InputOf<'ask-planning'> => ({ about, place: placeIn(state, context) });
}

/** What an answer brings besides the two words that decide: a first workflow, an update to be shown. */
export function brought(context: WorkflowContext, { adopted, proposal }: Planned): Partial<WorkflowContext> {
  const workflow = adopted ?? context.workflow;
  const isFit = proposal !== null && whyUnfit({ ...context, workflow }, proposal) === null;
  return { workflow, ...(isFit && { proposal }) };
}

/** What every edge on an answer of Planning has. */
export function onAnswer(about: About): Pick<Cause<Planned>, 'first' | 'evidence' | 'record'> {
  return { first: brought, evidence: (_, { evidence }) => evidence, record: answerFact(about) };
}

function answerFact(about: About) {
  return (context: WorkflowContext, answer: Planned): Fact => {
    const { says, targetAchieved, continueBehaviors, fallback, focus, variables, proposal } = answer;
    const { id = '', kind = 'step', summary = '', before = '' } = proposal ?? {};
    return {
      kind: 'planning',
      key: rowKey(context.moves),
      data: {
        ...placeOf(context),
        about,
        says,
        targetAchieved,
        continueBehaviors,
        fallback,
        focus,
        variables,
        proposal: proposal === null ? null : { id, kind, summary, before, after: proposal.workflow.id },
      },
    };
  };
}

type Level = 'stage' | 'step' | 'workflow';

/** `step load`, or `the workflow`. */
function nameOf(of: Level, context: WorkflowContext): string {
  if (of === 'workflow') return 'the workflow';
  return `${of} ${(of === 'stage' ? stageId(context) : stepId(context)) ?? 'unknown'}`;
}

/** `Planning says that the target of step load is achieved: …`, with what became of an update that came along. */
export function verdictInWords(of: Level) {
  return (before: WorkflowContext, answer: Planned): string => {
    const { targetAchieved, fallback, says, proposal, adopted } = answer;
    const context = { ...before, workflow: adopted ?? before.workflow };
    const unfit = proposal === null ? null : whyUnfit(context, proposal);
    const update =
      proposal === null
        ? ''
        : unfit === null
          ? `; it proposes an update that ${proposal.summary}`
          : `; its update is passed over, as ${unfit}`;
    const heard = fallback
      ? `Planning is unavailable, so the target of ${nameOf(of, context)} counts as not achieved`
      : `Planning says that the target of ${nameOf(of, context)} is ${targetAchieved ? '' : 'not '}achieved`;
    return `${heard}${says === '' ? '' : `: ${says}`}${update}`;
  };
}

/** Why a workflow cannot go on where Planning says neither that a target is achieved nor what is left to do. */
export const notAchieved = ({ fallback }: Planned): TroubleCode =>
  fallback ? 'PLANNING_UNAVAILABLE' : 'TARGET_NOT_ACHIEVED';

export function notAchievedInWords(of: Level) {
  return (context: WorkflowContext, { fallback, says }: Planned): string => {
    const what = fallback ? 'planning unavailable' : `${of} target not achieved`;
    return `${what} (${nameOf(of, context)})${says === '' ? '' : `: ${says}`}`;
  };
}

/** Which trouble the failure of an activity is. */
export function troubleIn(of: 'planning' | 'generating') {
  const usual: TroubleCode = of === 'planning' ? 'PLANNING_FAILED' : 'GENERATING_FAILED';
  return ({ code }: Failure): TroubleCode => (code === 'OUT_OF_SYNC' ? 'OUT_OF_SYNC' : usual);
}
