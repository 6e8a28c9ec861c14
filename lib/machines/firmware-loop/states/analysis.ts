import { counted } from '#lib/format/count.ts';
import { percent } from '#lib/format/percent.ts';
import { iterationFact } from '../facts.ts';
import { passed } from '../recovery/plan.ts';
import { troubled } from '../recovery/trouble.ts';
import { overBudget, spend } from '../spending.ts';
import { analysisConfidence } from '../tunables.ts';
import { type Node, type OutputOf, work } from '../wiring.ts';

const recovery = '#ERROR_RECOVERY';

/** Finds out what is wrong and plans the smallest change; a confirmation has nothing to find out. */
export const codeAnalysis: Node = {
  id: 'CODE_ANALYSIS',
  initial: 'LOG_TRIAGE',
  states: {
    LOG_TRIAGE: work('triage-logs', {
      path: 'CODE_ANALYSIS.LOG_TRIAGE',
      skip: [
        {
          when: ({ intent }) => intent === 'confirm',
          to: '#PATCH_GENERATION',
          label: 'confirm',
          because: ({ iteration }) => `iteration ${iteration} only confirms: there is nothing to analyse`,
        },
      ],
      input: ({ iteration, intent }) => ({ iteration, intent }),
      done: [
        {
          when: (_, { hasEvidence }) => hasEvidence,
          to: 'ROOT_CAUSE_HYPOTHESIS',
          label: 'evidence',
          because: (_, { findings, summary }) => `${counted(findings, 'finding')}: ${summary}`,
          evidence: (_, { evidence }) => evidence,
        },
        {
          when: ({ iteration }) => iteration === 1,
          to: 'ROOT_CAUSE_HYPOTHESIS',
          label: 'diagnose first',
          because: () => 'there is no failure evidence at all: iteration 1 is the smallest diagnostic change',
          change: () => ({ intent: 'diagnose' }),
          record: (context) => iterationFact(context, {}),
        },
        {
          to: recovery,
          label: 'no evidence',
          because: ({ iteration }) => `iteration ${iteration} has no log, failing test or compiler error to start from`,
          change: () => troubled('ANALYSIS_FAILURE', 'CODE_ANALYSIS.LOG_TRIAGE', 'no evidence to start from'),
        },
      ],
    }),
    ROOT_CAUSE_HYPOTHESIS: work('analyse-cause', {
      path: 'CODE_ANALYSIS.ROOT_CAUSE_HYPOTHESIS',
      input: ({ iteration, intent, strategy, by, asked }) => ({
        iteration,
        intent,
        strategy: strategy.name,
        agent: strategy.agent,
        by,
        attempt: asked + 1,
      }),
      done: [
        {
          when: (context, { usage }) => overBudget(context, usage) !== null,
          to: recovery,
          label: 'budget spent',
          because: (context, { usage }) => overBudget(context, usage) ?? '',
          change: (context, { usage }) => ({
            ...spend(context, usage),
            ...troubled('BUDGET_SPENT', 'CODE_ANALYSIS.ROOT_CAUSE_HYPOTHESIS', overBudget(context, usage) ?? ''),
          }),
        },
        {
          when: (_, { outcome }) => outcome === 'gave-up',
          to: recovery,
          label: 'nothing left',
          because: (_, { summary }) => `the agent has nothing left to propose: ${summary}`,
          change: (context, { summary, usage }) => ({
            ...spend(context, usage),
            ...troubled('NOTHING_LEFT', 'CODE_ANALYSIS.ROOT_CAUSE_HYPOTHESIS', summary),
          }),
        },
        {
          when: (_, { outcome, analysisId }) => outcome === 'unreadable' || analysisId === null,
          to: recovery,
          label: 'unreadable',
          because: (_, { summary }) => `the analysis cannot be read: ${summary}`,
          change: (context, { summary, usage }) => ({
            ...spend(context, usage),
            asked: context.asked + 1,
            ...troubled('ANALYSIS_FAILURE', 'CODE_ANALYSIS.ROOT_CAUSE_HYPOTHESIS', `unreadable: ${summary}`),
          }),
        },
        {
          when: (_, { confidence, hypotheses }) => confidence < analysisConfidence || hypotheses === 0,
          to: recovery,
          label: 'unsure',
          because: (_, output) => unsure(output),
          change: (context, output) => ({
            ...spend(context, output.usage),
            asked: context.asked + 1,
            ...troubled('ANALYSIS_FAILURE', 'CODE_ANALYSIS.ROOT_CAUSE_HYPOTHESIS', unsure(output)),
          }),
        },
        {
          to: 'CHANGE_IMPACT_ESTIMATE',
          label: 'hypothesis',
          because: (_, { hypotheses, confidence, summary }) =>
            `${counted(hypotheses, 'hypothesis', 'hypotheses')} at confidence ${percent(confidence)}: ${summary}`,
          change: (context, { analysisId, usage }) => ({ ...spend(context, usage), analysisId }),
          record: (context, { analysisId, summary, confidence }) =>
            iterationFact(context, { analysis_id: analysisId, hypothesis: summary, analysis_confidence: confidence }),
        },
      ],
    }),
    CHANGE_IMPACT_ESTIMATE: work('estimate-impact', {
      path: 'CODE_ANALYSIS.CHANGE_IMPACT_ESTIMATE',
      input: ({ iteration, analysisId }) => ({ iteration, analysisId: analysisId ?? 'none' }),
      done: [
        {
          to: '#PATCH_GENERATION',
          label: 'plan ready',
          because: (_, { files, risk, summary }) =>
            `plan: ${counted(files, 'file')}, expected risk ${risk.toFixed(2)}: ${summary}`,
          change: (context) => passed(context, 'CODE_ANALYSIS'),
          record: (context, { planId, files, risk }) => iterationFact(context, { plan: { id: planId, files, risk } }),
        },
      ],
    }),
  },
};

function unsure({ hypotheses, confidence, summary }: OutputOf<'analyse-cause'>): string {
  const why =
    hypotheses === 0 ? 'no hypothesis' : `confidence ${percent(confidence)} is below ${percent(analysisConfidence)}`;
  return `${why}: ${summary}`;
}
