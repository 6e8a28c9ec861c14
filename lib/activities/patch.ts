import { z } from 'zod';
import { contract, minutes } from './contract.ts';
import { author, id, intent, iteration, name, ratio, sentence, usage, whole } from './shapes.ts';

/** How tightly the next proposal is bound after one was refused. */
export const constraint = z.enum(['none', 'minimal', 'log-only']);
export type Constraint = z.infer<typeof constraint>;

/** What the policy says of a proposal. `risk` from 0 to 1; `worst` is the gravest finding with file and line. */
export const policyVerdict = z.object({
  allowed: z.boolean(),
  findings: whole,
  risk: ratio,
  worst: sentence.nullable(),
});

/** Prepared patches that could not be used and were passed over: the first of them, and how many there were. */
const passedOver = z.object({
  count: whole,
  first: z.array(z.object({ proposalId: id, source: name, why: z.string().max(200) })).max(20),
});

const proposed = z.object({
  outcome: z.literal('patch'),
  proposalId: id,
  /** Of the normalised diff: equal for patches that differ only in place or white space. */
  fingerprint: z.string().min(1).max(16),
  files: whole,
  lines: whole,
  policy: policyVerdict,
  /** Whether the diff applies to the kept tree. */
  dryRun: z.object({ ok: z.boolean(), reason: sentence }),
  summary: sentence,
  passedOver,
  usage,
});

const nothing = z.object({
  outcome: z.enum(['empty', 'gave-up', 'unreadable', 'failed']),
  reason: sentence,
  passedOver,
  usage,
});

export const proposePatch = contract({
  name: 'propose-patch',
  does: 'Asks for a patch, takes it from the diff and never from the words, and checks it against the policy.',
  input: z.object({ iteration, intent, strategy: name, agent: whole, by: author, constraint, attempt: whole }),
  output: z.discriminatedUnion('outcome', [proposed, nothing]),
  idempotent: false,
  timeoutMs: minutes(45),
  capability: 'workspace',
  instant: true,
});

export const applyPatch = contract({
  name: 'apply-patch',
  does: 'Starts from a commit, applies a proposal whole or not at all, restores protected paths, and commits.',
  input: z.object({ iteration, proposalId: id, onto: id, merge: z.enum(['strict', 'three-way']) }),
  output: z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), commit: id, restored: whole, reason: sentence }),
    z.object({ ok: z.literal(false), conflicts: whole, reason: sentence }),
  ]),
  idempotent: true,
  timeoutMs: minutes(5),
  capability: 'workspace',
  instant: false,
});
