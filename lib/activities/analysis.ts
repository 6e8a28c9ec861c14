import { z } from 'zod';
import { contract, minutes, seconds } from './contract.ts';
import { author, evidence, id, intent, iteration, name, ratio, sentence, usage, whole } from './shapes.ts';

export const triageLogs = contract({
  name: 'triage-logs',
  does: 'Finds the errors, crashes and failing tests in what the last build and test run left behind.',
  input: z.object({ iteration, intent }),
  output: z.object({
    /** False when there is no log, no failing test and no compiler error to start from. */
    hasEvidence: z.boolean(),
    findings: whole,
    summary: sentence,
    evidence,
  }),
  idempotent: true,
  timeoutMs: minutes(5),
  capability: 'workspace',
  instant: true,
});

export const collectEvidence = contract({
  name: 'collect-evidence',
  does: 'Gathers more to reason from: full logs, console, crash dumps, the history of the failing tests.',
  input: z.object({ iteration }),
  output: z.object({ ok: z.boolean(), found: whole, reason: sentence }),
  idempotent: true,
  timeoutMs: minutes(5),
  capability: 'workspace',
  instant: false,
});

export const analyseCause = contract({
  name: 'analyse-cause',
  does: 'Asks for root-cause hypotheses; by rules: keywords and error codes, without a model.',
  input: z.object({ iteration, intent, strategy: name, agent: whole, by: author, attempt: whole }),
  output: z.object({
    /** `gave-up`: the agent has nothing left to propose, so no cause is looked for. */
    outcome: z.enum(['analysed', 'unreadable', 'gave-up']),
    analysisId: id.nullable(),
    hypotheses: whole,
    confidence: ratio,
    summary: sentence,
    usage,
  }),
  idempotent: false,
  timeoutMs: minutes(30),
  capability: 'workspace',
  instant: true,
});

export const estimateImpact = contract({
  name: 'estimate-impact',
  does: 'Writes the plan down: files that are likely to change, tests they touch, expected effect, risk.',
  input: z.object({ iteration, analysisId: id }),
  output: z.object({ planId: id, files: whole, risk: ratio, summary: sentence }),
  idempotent: true,
  timeoutMs: seconds(60),
  capability: 'workspace',
  instant: true,
});
