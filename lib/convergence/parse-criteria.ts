import { z } from 'zod';
import { describeIssues } from '#lib/describe-issues.ts';
import { DomainError } from '#lib/errors.ts';
import {
  type Criteria,
  presetNames,
  presets,
  type RulesCriteria,
  rulesCriteriaSchema,
  type ScoredCriteria,
  scoredCriteriaSchema,
} from './criteria.ts';

const schemas = { rules: rulesCriteriaSchema, scored: scoredCriteriaSchema };

const presetSchema = z.preprocess(
  (name) => (typeof name === 'string' ? name.toUpperCase() : name),
  z.enum(presetNames),
);

const headSchema = z.looseObject({ preset: presetSchema.optional(), model: z.enum(['rules', 'scored']).optional() });

/**
 * Reads criteria from a preset's name (in any case), from `{ preset, ...changes }`, or from `{ model, ...fields }` where
 * missing fields take the model's defaults; without either the model is `rules`.
 *
 * @throws DomainError `BAD_INPUT` naming each field that is unknown, out of range, or of the other model.
 */
export function parseCriteria(input: unknown): Criteria {
  const parsed = criteriaSchema.safeParse(typeof input === 'string' ? { preset: input } : input);
  if (parsed.success) return parsed.data;
  throw new DomainError('BAD_INPUT', `The convergence criteria cannot be used: ${describeIssues(parsed.error)}`, {
    next: `Name a preset (${presetNames.join(', ')}), or give "preset" or "model" (rules, scored) with the fields to change.`,
  });
}

/** The same as {@link parseCriteria} for an object, to be embedded in a larger schema. */
export const criteriaSchema = headSchema.transform(({ preset, ...fields }, context): RulesCriteria | ScoredCriteria => {
  const base = preset === undefined ? {} : presets[preset];
  const model = preset === undefined ? (fields.model ?? 'rules') : presets[preset].model;
  const parsed = schemas[model].safeParse({ ...base, ...withoutUndefined(fields) });
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) context.addIssue({ ...issue, code: 'custom', message: issue.message });
  return z.NEVER;
});

function withoutUndefined(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
