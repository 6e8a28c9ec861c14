import type { Pool } from 'pg';
import { z } from 'zod';
import { changesBetween, type WorkflowChange } from '#lib/workflow/changes.ts';
import { type WorkflowTemplate, workflowTemplate } from '#lib/workflow/template.ts';
import { artifactBytes } from '#server/store/artifacts.ts';
import { storedRun } from '#server/store/stored-run.ts';

interface Asked {
  readonly number: number;
  readonly context: unknown;
  /** What is stored under a hash, as text. */
  read(hash: string): Promise<string | null>;
}

/** What a workflow or a session that waits shows to people, and the commands that answer it; nothing for other runs. */
export async function askedLines(
  pool: Pool,
  { id, number, state }: { readonly id: string; readonly number: number; readonly state: string },
): Promise<readonly string[]> {
  const of = state.endsWith('.PERSON') ? verdict : asked[state];
  if (of === undefined) return [];
  const { context } = (await storedRun(pool, id)).envelope;
  return await of({
    number,
    context,
    read: async (hash) => (await artifactBytes(pool, hash))?.toString('utf8') ?? null,
  });
}

const asked: Readonly<Record<string, (run: Asked) => Promise<readonly string[]>>> = {
  'workflow_update_pending.open': update,
  'step_update_pending.open': update,
  'error.open': async ({ number }) => [
    `the behavior again: firmloop say ${number} START_BEHAVIOR; the whole workflow: firmloop say ${number} START_WORKFLOW; give it up: firmloop abort ${number}`,
  ],
  'REFINING.SHOW': instruction,
  'COMMITTING.OFFER': async ({ number }) => [
    `to deploy it: firmloop say ${number} USER_MESSAGE --with '{"text": "deploy"}'`,
  ],
};

const proposed = z.object({
  proposal: z.object({ before: z.string(), workflow: z.object({ id: z.string() }) }),
});

async function update({ number, context, read }: Asked): Promise<readonly string[]> {
  const { proposal } = proposed.parse(context);
  const [before, after] = await Promise.all([read(proposal.before), read(proposal.workflow.id)].map(template));
  const changes = before && after ? changesBetween(before, after) : [];
  return [...changes.map(changeLine), `yes: firmloop confirm ${number}; no: firmloop confirm ${number} --refuse`];
}

async function template(text: Promise<string | null>): Promise<WorkflowTemplate | null> {
  const stored = await text;
  return stored === null ? null : workflowTemplate.parse(JSON.parse(stored));
}

function changeLine({ sign, kind, id, text }: WorkflowChange): string {
  return `${sign} ${kind === 'step' ? '  ' : ''}${id}${text === '' ? '' : `  ${text}`}`;
}

const refined = z.object({ refinement: z.object({ shown: z.string(), intent: z.string() }) });

async function instruction({ number, context, read }: Asked): Promise<readonly string[]> {
  const { shown, intent } = refined.parse(context).refinement;
  const text = await read(shown);
  return [
    `the instruction, which leads to ${intent}: ${text ?? 'as it was said'}`,
    `send it: firmloop confirm ${number}; drop it: firmloop confirm ${number} --refuse; change it: firmloop say ${number} INSTRUCTION --with '{"answer": "send", "shown": "${shown}", "text": "…"}'`,
  ];
}

const judged = z.object({ judging: z.object({ subject: z.string() }) });

async function verdict({ number, context }: Asked): Promise<readonly string[]> {
  const about = judged.parse(context).judging.subject;
  return [
    `in the judge's place: firmloop say ${number} VERDICT --with '{"about": "${about}", "signal": "no_issue"}', or "has_issue" with a "suggestion"`,
  ];
}
