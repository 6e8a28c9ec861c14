import { z } from 'zod';
import { parseDiff } from '#lib/diff/parse-diff.ts';
import type { ChangeKind } from '#lib/diff/parsed-diff.ts';

/** What a tool may do to the world; it is declared here, and no word of an agent changes it. */
export const toolRisks = ['read', 'write', 'delete', 'execute', 'network'] as const;
export type ToolRisk = (typeof toolRisks)[number];

/** Relative to the project's folder. Where it leads is checked again when it is used: links can only be seen then. */
const path = z
  .string()
  .min(1)
  .max(1_000)
  .refine((text) => !text.startsWith('/') && !text.split('/').includes('..'), 'must stay inside the project')
  .refine((text) => !text.split('/').includes('.git'), "must not be git's own folder")
  .refine((text) => !text.includes('\0'), 'must not hold NUL');

const args = {
  read_file: z.strictObject({ path, first_line: z.int().min(1).optional(), last_line: z.int().min(1).optional() }),
  search: z.strictObject({ query: z.string().min(1).max(400), paths: z.array(path).max(20).default([]) }),
  apply_patch: z.strictObject({ patch: z.string().min(1).max(1_000_000) }),
  write_file: z.strictObject({ path, content: z.string().max(1_000_000) }),
  delete_file: z.strictObject({ path }),
  run_terminal_cmd: z.strictObject({
    command: z.string().min(1).max(4_000),
    /** Seconds. */
    timeout: z.int().min(1).max(3_600).default(300),
    /** Whether it needs the network; without it there is none. */
    network: z.boolean().default(false),
  }),
} as const;

/** Every tool by its name: its checked arguments are one of these. */
export const toolCall = z.discriminatedUnion('tool', [
  z.strictObject({ tool: z.literal('read_file'), args: args.read_file }),
  z.strictObject({ tool: z.literal('search'), args: args.search }),
  z.strictObject({ tool: z.literal('apply_patch'), args: args.apply_patch }),
  z.strictObject({ tool: z.literal('write_file'), args: args.write_file }),
  z.strictObject({ tool: z.literal('delete_file'), args: args.delete_file }),
  z.strictObject({ tool: z.literal('run_terminal_cmd'), args: args.run_terminal_cmd }),
]);
export type ToolCall = z.output<typeof toolCall>;
export type ToolName = ToolCall['tool'];

interface ToolFacts {
  readonly risk: ToolRisk;
  /** Doing it twice is the same as doing it once: it is tried again by itself. */
  readonly idempotent: boolean;
}

export const tools = {
  read_file: { risk: 'read', idempotent: true },
  search: { risk: 'read', idempotent: true },
  apply_patch: { risk: 'write', idempotent: false },
  write_file: { risk: 'write', idempotent: false },
  delete_file: { risk: 'delete', idempotent: false },
  run_terminal_cmd: { risk: 'execute', idempotent: false },
} as const satisfies Record<ToolName, ToolFacts>;

/** The risk of one call. A patch that takes a file away from its place deletes, and a command with the network reaches out. */
export function riskOf(call: ToolCall): ToolRisk {
  if (call.tool === 'run_terminal_cmd' && call.args.network) return 'network';
  if (call.tool === 'apply_patch' && parseDiff(call.args.patch).files.some(({ kind }) => takesAway.has(kind)))
    return 'delete';
  return tools[call.tool].risk;
}

const takesAway: ReadonlySet<ChangeKind> = new Set(['delete', 'rename']);
