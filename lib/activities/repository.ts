import { z } from 'zod';
import { contract, minutes, seconds } from './contract.ts';
import { id, missingPrograms, name, sentence } from './shapes.ts';

export const loadConfig = contract({
  name: 'load-config',
  does: 'Reads and checks the project file, and stores what it resolves to.',
  input: z.object({}),
  output: z.object({
    ok: z.boolean(),
    problems: z.array(sentence).max(10),
    /** An acceptance suite that no agent sees is configured. */
    acceptance: z.boolean(),
  }),
  idempotent: true,
  timeoutMs: seconds(60),
  capability: 'workspace',
  instant: false,
});

export const validateEnvironment = contract({
  name: 'validate-environment',
  does: 'Looks for every program and every environment that the run will need.',
  input: z.object({}),
  output: z.object({ ok: z.boolean(), missing: missingPrograms, problems: z.array(sentence).max(10) }),
  idempotent: true,
  timeoutMs: minutes(2),
  capability: 'workspace',
  instant: false,
});

export const setupRepository = contract({
  name: 'setup-repository',
  does: "Resolves the base commit and makes the run's own worktree of it; the user's tree is not touched.",
  input: z.object({ ref: name, baseCommit: id.nullable() }),
  output: z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), baseCommit: id }),
    z.object({ ok: z.literal(false), reason: sentence }),
  ]),
  idempotent: true,
  timeoutMs: minutes(10),
  capability: 'workspace',
  instant: false,
});

export const rollBack = contract({
  name: 'roll-back',
  does: "Brings the run's worktree to a commit of this run, untracked files included.",
  input: z.object({ to: id, why: sentence }),
  output: z.object({ ok: z.boolean(), reason: sentence }),
  idempotent: true,
  timeoutMs: minutes(2),
  capability: 'workspace',
  instant: false,
});
