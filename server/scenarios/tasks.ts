import { createArtifactStore } from '#server/artifacts/artifact-store.ts';
import { createRedaction } from '#server/artifacts/redaction.ts';
import { artifactOf } from '#server/store/artifacts.ts';
import { repositoryOf } from './firmware.ts';
import type { Stand } from './kit.ts';

/** The file of a project that leaves every permission to its default. */
export const asks = `machine: task-orchestrator
request: Change the notes.
agents: [{ use: playbook, file: playbook.yaml }]
`;
/** The same project, which allows everything. */
export const allows = `${asks}permissions: { write: allow, delete: allow, execute: allow }\n`;

/** The step of a playbook that takes the request in. */
export const taken = `  - task: intake
    times: always
    answer: { intent: Change the notes, needs: [write], risk: low }
`;
/** The step that sums the task up. */
export const says = '  - task: summarise\n    answer: { summary: the notes are changed }\n';

/** The step that drafts a plan of one step with these calls. */
export const planOf = (calls: string, verification = 'mode: none'): string => `  - task: draft_plan
    times: always
    answer:
      goal: Change the notes
      risk_level: low
      verification: { ${verification} }
      steps:
        - { step_id: one, title: change, intent: asked for, tool_calls: [${calls}] }
`;

/** A project with some notes and the steps of a playbook. */
export function task(steps: string, config = allows): string {
  return repositoryOf({
    'firmloop.yaml': config,
    'notes.txt': 'old\n',
    'playbook.yaml': `version: 1\nsteps:\n${steps}`,
  });
}

/** The summary that a task has left. */
export async function summaryOf({ pool }: Stand, runId: string): Promise<unknown> {
  const hash = await artifactOf(pool, { runId, kind: 'report', name: 'summary' });
  return JSON.parse((await createArtifactStore(pool, createRedaction([])).get(hash ?? '')).toString('utf8'));
}
