import { analyse, propose } from '#lib/agents/tasks/firmware.ts';
import type { AgentConfig } from '#lib/config/sections/agents.ts';
import { ActivityFailure } from '../activities/context.ts';
import { type Agent, type AgentTask, type Proposal, usageOf } from './agent.ts';
import { type Draft, withDraft } from './draft.ts';
import type { AgentAnswer } from './task-agent.ts';

/** What an agent that takes typed tasks does in the firmware loop: it works in a draft, and git tells the patch. */
export function byTasks<Config extends AgentConfig>({ evidence }: { evidence: boolean }): Agent<Config> {
  return {
    async analyse(task, desk) {
      const input = await desk.situation({ evidence });
      return await inDraft(task, async ({ tree }) => {
        const said = await desk.ask({ contract: analyse, input, tree });
        const usage = usageOf(said.spent);
        if (said.outcome === 'answered') return { outcome: 'analysed', ...said.answer, usage };
        // What a failure has cost counts against the budget, which only an answer of the activity can say.
        const isFree = usage.tokens === 0 && usage.money === 0;
        if (said.outcome === 'failed' && isFree) throw modelFailure(said);
        const outcome = said.outcome === 'failed' ? 'unreadable' : said.outcome;
        return { outcome, hypotheses: [], files: [], confidence: 0, summary: said.reason, usage };
      });
    },

    async propose(task, desk) {
      const input = await desk.situation({ evidence });
      return await inDraft(task, async ({ tree, changes }) => {
        const said = await desk.ask({ contract: propose, input, tree });
        if (said.outcome !== 'answered') return notProposed(said);
        const diff = await changes();
        return proposed(said, task, diff);
      });
    },
  };
}

async function inDraft<Result>(
  { git, workspace, bench }: AgentTask,
  work: (draft: Draft) => Promise<Result>,
): Promise<Result> {
  return await withDraft({ git, workspace, home: bench.home, activityId: bench.activityId }, work);
}

function proposed(
  { answer, words, spent }: Extract<AgentAnswer<typeof propose>, { outcome: 'answered' }>,
  { proposed: earlier, config }: AgentTask,
  diff: Buffer,
): Proposal {
  const { summary, claim } = answer;
  const usage = usageOf(spent);
  if (diff.length === 0) return { outcome: 'empty', reason: `${config.use} changed no file: ${summary}`, usage };
  const source = `${config.use}-${earlier.length + 1}`;
  return { outcome: 'patch', source, summary, claim: claim === '' ? words : claim, diff, usage };
}

function notProposed({ outcome, reason, spent }: Exclude<AgentAnswer, { outcome: 'answered' }>): Proposal {
  return { outcome, reason, usage: usageOf(spent) };
}

function modelFailure({ reason }: { reason: string }): ActivityFailure {
  return new ActivityFailure('MODEL_FAILURE', reason, { final: true });
}
