import type { z } from 'zod';
import type { AgentTaskContract } from '#lib/agents/contract.ts';
import { agentName } from '#lib/config/sections/agents.ts';
import { askAgent } from '#server/agents/ask-agent.ts';
import { withDraft } from '#server/agents/draft.ts';
import type { AgentAnswer } from '#server/agents/task-agent.ts';
import type { ActivityContext } from '../context.ts';
import { readAtBase } from '../firmware/read-at-base.ts';
import { type SessionTree, sessionInputOf } from './facts.ts';
import { keepText } from './keep-text.ts';
import type { Transcript } from './transcript.ts';

/** Asks the judge, in a copy of the tree that is thrown away; what it saw and answered goes into the transcript. */
export async function askJudge<Contract extends AgentTaskContract>(
  context: ActivityContext,
  { git, workspace }: SessionTree,
  transcript: Transcript,
  asking: { readonly contract: Contract; readonly input: z.input<Contract['input']>; readonly subject: string },
): Promise<AgentAnswer<Contract>> {
  const { judge } = await sessionInputOf(context);
  const { home } = context.host;
  const { contract, input, subject } = asking;
  const parts = Object.entries(Object(input))
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}:\n${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const [wish = ''] = contract.does.split(/(?<=\.) /);
  transcript.add({
    conversation: 'brain',
    kind: 'question',
    subject,
    text: `${agentName(judge)} is asked: ${wish}`,
    artifact: await keepText(context, 'seen', [contract.does, ...parts].join('\n\n')),
  });
  return await withDraft({ git, workspace, home, activityId: context.activityId }, ({ tree }) =>
    askAgent(context, {
      agent: judge,
      contract,
      input,
      tree,
      readFile: (path) => readAtBase({ git, workspace }, path),
    }),
  );
}
