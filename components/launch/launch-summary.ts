import { counted } from '#lib/format/count.ts';
import { percent } from '#lib/format/percent.ts';
import type { LaunchDraft, LaunchFacts } from './types.ts';

/** One sentence of the summary under its heading. */
export type SummaryLine = { title: string; text: string };

/** What will happen when this draft is launched, in words. */
export function launchSummary(draft: LaunchDraft, facts: LaunchFacts): readonly SummaryLine[] {
  return [
    {
      title: 'Starts',
      text: `from ${draft.base || 'the default branch'}, in a worktree of its own. ${baseline(draft)}`,
    },
    {
      title: 'Builds',
      text: facts.buildCommand === null ? 'nothing: the project names no build.' : `with ${facts.buildCommand}.`,
    },
    { title: 'Tests', text: `${testing(facts)} on ${facts.place}. ${freeNow(facts.free)}`.trim() },
    { title: 'Patches', text: `by ${draft.agent}. ${rollBack(draft)}` },
    { title: 'Stops', text: stops(draft) },
    { title: 'Standing still', text: `for ${counted(draft.plateauWindow, 'iteration')}: ${facts.atPlateau}.` },
  ];
}

function baseline(draft: LaunchDraft): string {
  return draft.measureBaseline ? 'The base is built and tested first.' : 'The base is not measured.';
}

function testing(facts: LaunchFacts): string {
  const amount = facts.tests === null ? 'the tests' : counted(facts.tests, 'test');
  return facts.testCommand === null ? amount : `${amount} with ${facts.testCommand}`;
}

function freeNow(free: number | null): string {
  if (free === null) return '';
  return free === 0 ? 'None is free now: the run waits for one.' : `${free} free now.`;
}

function rollBack(draft: LaunchDraft): string {
  return draft.keepBest ? 'An iteration with fewer passes is rolled back to the best.' : 'Nothing is rolled back.';
}

function stops(draft: LaunchDraft): string {
  const goal = `at ${percent(draft.targetPassRate)} stable for ${counted(draft.stableIterations, 'iteration')}`;
  return `${goal}, after ${counted(draft.maxIterations, 'iteration')}, or after ${counted(draft.timeoutMinutes, 'minute')}.`;
}
