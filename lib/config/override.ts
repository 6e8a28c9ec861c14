import { z } from 'zod';
import { executionModes } from '#lib/convergence/plateau.ts';
import { checkConfig } from './check-config.ts';
import type { ConfigAnswer, ReadConfig } from './parse.ts';
import { NOWHERE, type Problem, showPath, toProblem } from './problem.ts';
import { isGroup } from './schema-node.ts';
import { agentName } from './sections/agents.ts';

/** What a launch may say in place of the file, from the command line or the form. */
export const overridesSchema = z.strictObject({
  environment: z.string().optional(),
  /** Names of agents of the file, in the order in which they are asked. */
  agents: z.array(z.string()).min(1).optional(),
  mode: z.enum(executionModes).optional(),
  preset: z.string().optional(),
  goal: z.string().optional(),
  max_iterations: z.number().optional(),
  timeout_minutes: z.number().optional(),
  /** Single settings by their path, over everything else. */
  set: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
});
export type Overrides = z.infer<typeof overridesSchema>;

/** Puts a launch's choices over a file that was read, and checks the whole again. Problems carry the setting and no line. */
export function overrideConfig(read: ReadConfig, overrides: Overrides): ConfigAnswer {
  const missing = (overrides.agents ?? []).filter(
    (name) => !read.config.agents.some((agent) => agentName(agent) === name),
  );
  if (missing.length > 0) return { ok: false, problems: missing.map((name) => unknownAgent(name, read)) };
  const changes = changesOf(overrides, read);
  const written = changes.reduce<unknown>((value, { path, to }) => withValue(value, path, to), read.written);
  const checked = checkConfig(written);
  const problems = checked.complaints.map((complaint) => toProblem(complaint, NOWHERE));
  const overridden = [...new Set([...read.overridden, ...changes.map(({ path }) => showPath(path))])];
  return checked.ok ? { ok: true, problems, config: checked.config, written, overridden } : { ok: false, problems };
}

interface Change {
  readonly path: readonly string[];
  readonly to: unknown;
}

/** Where each choice of a launch lands in the file. A preset replaces the criteria as a whole, since it may be of the other model. */
const places = {
  environment: ({ environment }) => ({ path: ['environment'], to: environment }),
  agents: ({ agents }, read) => ({ path: ['agents'], to: agents?.map((name) => writtenAgent(name, read)) }),
  mode: ({ mode }) => ({ path: ['mode'], to: mode }),
  preset: ({ preset }) => ({ path: ['criteria'], to: { preset } }),
  goal: ({ goal }) => ({ path: ['goal', 'text'], to: goal }),
  max_iterations: ({ max_iterations }) => ({ path: ['limits', 'max_iterations'], to: max_iterations }),
  timeout_minutes: ({ timeout_minutes }) => ({ path: ['limits', 'timeout_minutes'], to: timeout_minutes }),
} satisfies Record<Exclude<keyof Overrides, 'set'>, (overrides: Overrides, read: ReadConfig) => Change>;

function changesOf(overrides: Overrides, read: ReadConfig): Change[] {
  const given = overridesSchema
    .omit({ set: true })
    .keyof()
    .options.filter((key) => overrides[key] !== undefined);
  const settings = Object.entries(overrides.set ?? {}).map(([path, to]) => ({ path: path.split('.'), to }));
  return [...given.map((key) => places[key](overrides, read)), ...withoutStrategies(overrides, read), ...settings];
}

/** Whoever chooses agents chooses the ways of going about it with them. */
function withoutStrategies({ agents }: Overrides, { config }: ReadConfig): Change[] {
  return agents === undefined || config.strategies === undefined ? [] : [{ path: ['strategies'], to: undefined }];
}

/** The agent as the file has it, so that its own settings are kept. */
function writtenAgent(name: string, { config, written }: ReadConfig): unknown {
  const at = config.agents.findIndex((agent) => agentName(agent) === name);
  const agents = isGroup(written) ? written.agents : undefined;
  return Array.isArray(agents) ? agents[at] : undefined;
}

function unknownAgent(name: string, { config }: ReadConfig): Problem {
  const suggestion = `Known: ${config.agents.map(agentName).join(', ')}.`;
  return { ...NOWHERE, path: 'agents', message: `there is no agent named \`${name}\``, suggestion };
}

function withValue(value: unknown, [first, ...rest]: readonly string[], to: unknown): unknown {
  if (first === undefined) return to;
  const group = isGroup(value) ? value : {};
  return { ...group, [first]: withValue(group[first], rest, to) };
}
