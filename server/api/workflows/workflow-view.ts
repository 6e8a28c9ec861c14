import { z } from 'zod';
import { clip } from '#lib/format/clip.ts';
import { stagedWorkflowInput } from '#lib/machines/staged-workflow/input.ts';
import type { CellView } from '#lib/workflow/cell-view.ts';
import { changesBetween } from '#lib/workflow/changes.ts';
import { progressOf, updatesOf } from '#lib/workflow/observation.ts';
import { workflowTree } from '#lib/workflow/tree.ts';
import { artifactAs } from '#server/artifacts/artifact-as.ts';
import type { Services } from '../services.ts';
import { cellView } from './cell-view.ts';
import { type readWorkflow, templateAt, wholeCells } from './read-workflow.ts';

type Read = Awaited<ReturnType<typeof readWorkflow>>;

/** Cells on one page; the export has all of them. */
const mostCells = 60;
const mostHistory = 200;
const mostVariables = 50;

/** A workflow as its page shows it. */
export async function workflowView(services: Services, read: Read) {
  const { run, state, context, template, behaviors, actions, answers, history, verdicts, cells } = read;
  const { goal, notebook } = stagedWorkflowInput.parse(run.input);
  const { at, iteration } = context;
  const progress = progressOf({ state, template, at, iteration, behaviors, answers });
  const stage = template?.stages[at.stage];
  const step = at.step === null ? undefined : stage?.steps[at.step];
  return {
    round: context.round,
    goals: { workflow: template?.goal || goal, stage: stage?.goal ?? '', step: step?.goal ?? '' },
    here: { stage: stage?.id ?? null, step: step?.id ?? null },
    focus: { stages: progress.stages.focus, steps: progress.steps.focus, behaviors: progress.behaviors.focus },
    stages: template === null ? [] : workflowTree({ state, template, at, behaviors, actions }),
    updates: updatesOf({ answers, verdicts }),
    asking: await askingIn(services, read),
    trouble: context.trouble,
    canBeginBehavior: step !== undefined,
    variables: await variablesIn(services, answers),
    history: history.slice(-mostHistory).toReversed(),
    notebook: {
      file: notebook.file,
      href: `/api/notebooks/${run.id}`,
      earlier: Math.max(0, cells.length - mostCells),
      cells: await cellsIn(services, cells.slice(-mostCells)),
    },
  };
}

const pending = { workflow: 'workflow_update_pending.open', step: 'step_update_pending.open' } as const;

/** The update that waits for a verdict, as what it would change. */
async function askingIn(services: Services, { run, context, template }: Read) {
  const { proposal } = context;
  if (proposal === null || template === null || run.state !== pending[proposal.kind]) return null;
  const { id, kind, summary } = proposal;
  return { id, kind, summary, changes: changesBetween(template, await templateAt(services, proposal.workflow.id)) };
}

async function cellsIn(services: Services, rows: Read['cells']): Promise<CellView[]> {
  const cells = await wholeCells(services, rows);
  return cells.map((cell, at) => cellView(cell, { name: rows[at]?.name ?? null, ok: rows[at]?.ok ?? null }));
}

const variables = z.record(z.string(), z.json());

async function variablesIn({ artifacts }: Services, answers: Read['answers']) {
  const hash = answers.findLast((answer) => answer.variables !== null)?.variables?.id;
  if (hash === undefined) return [];
  const all = await artifactAs(artifacts, hash, variables);
  return Object.entries(all)
    .slice(0, mostVariables)
    .map(([name, value]) => ({ name, value: clip(JSON.stringify(value), 500).text }));
}
