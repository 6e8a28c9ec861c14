import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { prdSaid } from '#lib/machines/prd-agent/events.ts';
import type { callerOf } from '#server/api/app-router.ts';
import type { ProcedureName } from '#server/api/permissions.ts';

type Caller = ReturnType<typeof callerOf>;

/** One tool as programs see it over the Model Context Protocol. It does what a procedure of the API does, with its rights. */
export interface McpTool {
  readonly title: string;
  /** What it does and when to use it, for a model to choose by. */
  readonly description: string;
  /** The procedure that does the work; the tool is offered to whoever may call it somewhere. */
  readonly door: ProcedureName;
  readonly changes: boolean;
  readonly input: z.ZodObject;
  /** Throws what the procedure throws, and a ZodError for an input that it does not take. */
  readonly call: (caller: Caller, given: unknown) => Promise<object>;
}

const run = z.string().min(1).max(40).describe('The number of the run, such as 12, or its id.');

/** Every tool by its name: the one place where they are registered. */
export const mcpTools = {
  list_runs: tool({
    title: 'List runs',
    description: 'The newest runs with their machine, state and outcome. Use it to find the run that is meant.',
    door: 'runs.list',
    changes: false,
    input: z.object({}),
    call: async (caller) => await caller.runs.list({}),
  }),
  get_progress: tool({
    title: 'Where a session stands',
    description:
      'The front matter of active_context.md of a PRD session (session_id, task_status, auto_fix_attempts, last_checkpoint) and its task queue with what was measured and what was reported.',
    door: 'prd.progress',
    changes: false,
    input: z.object({ run }),
    call: async (caller, input) => await caller.prd.progress({ runId: await idOf(caller, input.run) }),
  }),
  update_progress: tool({
    title: 'Report progress',
    description:
      'Reports progress of a PRD session, or of one task of its document. It is shown beside what is measured and never moves the session: only the verify commands do.',
    door: 'prd.updateProgress',
    changes: true,
    input: z.object({ run, ...prdSaid.UPDATE_PROGRESS.schema.shape }),
    call: async (caller, { run: which, ...fields }) =>
      await caller.prd.updateProgress({
        runId: await idOf(caller, which),
        commandId: randomUUID(),
        fields: z.record(z.string(), z.json()).parse(JSON.parse(JSON.stringify(fields))),
      }),
  }),
  say_to_run: tool({
    title: 'Say something to a run',
    description:
      "Sends a run an event of its machine's own, such as USER_CONFIRM, HUMAN_INTERVENTION, SKIP or ROLLBACK. A run that does not take it says why.",
    door: 'runs.say',
    changes: true,
    input: z.object({
      run,
      event: z.string().min(1).max(80).describe('The event, as the machine spells it.'),
      fields: z.record(z.string(), z.json()).default({}).describe('What belongs to the event.'),
      reason: z.string().max(400).default('').describe('Why, for the trace.'),
    }),
    call: async (caller, { run: which, event, fields, reason }) => {
      const runId = await idOf(caller, which);
      return await caller.runs.say({ runId, commandId: randomUUID(), type: event, fields, reason });
    },
  }),
} as const satisfies Record<string, McpTool>;

/** Declares a tool whose input is read by its schema before it is used. */
function tool<Input extends z.ZodObject>({
  call,
  ...declared
}: Omit<McpTool, 'input' | 'call'> & {
  readonly input: Input;
  readonly call: (caller: Caller, input: z.output<Input>) => Promise<object>;
}): McpTool {
  return { ...declared, call: (caller, given) => call(caller, declared.input.parse(given)) };
}

/** The id of the run that is meant; a run that the caller may not see is none. */
async function idOf(caller: Caller, which: string): Promise<string> {
  if (z.guid().safeParse(which).success) return which;
  const { detail } = await caller.runs.page({ run: which.replace(/^#/, '') });
  return detail.id;
}
