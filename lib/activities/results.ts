import { z } from 'zod';
import { contract, minutes } from './contract.ts';
import { author, counts, durationMs, evidence, id, iteration, name, ratio, sentence, usage, whole } from './shapes.ts';

export const fetchLogs = contract({
  name: 'fetch-logs',
  does: 'Brings logs, reports and crash dumps of the test run into the artifact store.',
  input: z.object({ iteration, attempt: whole }),
  output: z.object({ ok: z.boolean(), logs: whole, missing: z.array(name).max(5), evidence }),
  idempotent: true,
  timeoutMs: minutes(15),
  capability: 'environment',
  instant: true,
});

const finite = z.number().min(-1e12).max(1e12);

/** One measured quantity with its limit; as the gates of `lib/convergence` take it. */
const metricReading = z.object({
  name: z.string().max(40),
  unit: z.string().max(12),
  direction: z.enum(['lower', 'higher']),
  value: finite.nullable(),
  threshold: finite.nullable(),
  baseline: finite.nullable(),
});

export const normaliseResults = contract({
  name: 'normalise-results',
  does: "Reads every report into one result, test by test, and compares it with the base and with the run's last one.",
  /** `hung`: the run was cut off, so a test that had begun and not ended is an error. */
  input: z.object({ iteration, attempt: whole, hung: z.boolean() }),
  output: z.object({
    resultId: id,
    goal: counts,
    all: counts,
    /** Tests that passed at the base and no longer do, vanished ones included. */
    regressions: whole,
    /** Some of their names. */
    regressed: z.array(name).max(5),
    /** Tests that the base had, or else the first measured iteration, and that are gone. */
    vanished: whole,
    appeared: whole,
    /** Some names of those that went and that came. */
    went: z.array(name).max(3).optional(),
    came: z.array(name).max(3).optional(),
    /** Attempts lost to the environment; they never count against the firmware. */
    infrastructureErrors: whole,
    /** Tests whose attempts disagree. */
    disagreeing: whole,
    /** Compiler warnings that the base does not have; null when not measured. */
    newWarnings: whole.nullable(),
    /** What the project file asks to be measured. */
    metrics: z.array(metricReading).max(6),
    /** Score from 0 to 1 and loss against the base as a ratio; null when not measured. */
    performance: z.object({ score: ratio, degradation: z.number().min(-1).max(1) }).nullable(),
    /** The failing set is the one of the iteration before. */
    sameFailures: z.boolean(),
    executionMs: durationMs,
    /** Why the measurement does not tell everything: the tests hung, crashed, were stopped or ended early; else null. */
    incomplete: sentence.nullable(),
    /** What a person should know first beside the counts. */
    finding: sentence.nullable().optional(),
    evidence,
  }),
  idempotent: true,
  timeoutMs: minutes(10),
  capability: 'workspace',
  instant: true,
});

export const attachArtifacts = contract({
  name: 'attach-artifacts',
  does: "Binds build, logs, result and the diff from base to this iteration's commit to the iteration; gives the board back.",
  input: z.object({ iteration, attempt: whole, base: id, commit: id }),
  output: z.object({
    ok: z.boolean(),
    artifacts: whole,
    /** The diff from the base as a patch file; null when the commit is the base. */
    patchId: id.nullable(),
    reason: sentence,
    evidence,
  }),
  idempotent: true,
  timeoutMs: minutes(10),
  capability: 'workspace',
  instant: true,
});

export const analyseResults = contract({
  name: 'analyse-results',
  does: 'Says what the measurement means; a model may comment, and its confidence can only lower the measured one.',
  input: z.object({ iteration, attempt: whole, resultId: id, strategy: name, agent: whole, by: author }),
  output: z.object({
    status: z.enum(['PASS', 'FAIL', 'FLAKY', 'ENV_ERROR', 'INCONCLUSIVE']),
    nextAction: z.enum(['CONTINUE', 'RETRY', 'ROLLBACK', 'ABORT']),
    /** Of the measurement, by the stated formula. */
    confidence: ratio,
    modelConfidence: ratio.nullable(),
    reasoning: sentence,
    usage,
  }),
  idempotent: true,
  timeoutMs: minutes(15),
  capability: 'workspace',
  instant: true,
});
