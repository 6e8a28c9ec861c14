import { stringify } from 'yaml';
import { complaintsOf } from '#lib/config/issue-text.ts';
import { schemaNodeOf } from '#lib/config/json-schema.ts';
import { type Problem, toProblem } from '#lib/config/problem.ts';
import { readYaml } from '#lib/config/yaml-document.ts';
import { type Plan, type PlanDraft, planDraft } from './plan.ts';

export type PlanAnswer =
  | { readonly ok: true; readonly draft: PlanDraft }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** A plan as a person edits it: YAML, without what is ours to fill in. */
export function planText({ plan_id: _id, created_at: _at, ...draft }: Plan): string {
  return stringify(draft, { lineWidth: 100 });
}

/** Reads an edited plan. Never throws: what a plan cannot be is a problem with its line. */
export function readPlan(text: string): PlanAnswer {
  const read = readYaml(text);
  if ('problems' in read) return { ok: false, problems: read.problems };
  const { value, locate } = read.document;
  const parsed = planDraft.safeParse(value);
  if (parsed.success) return { ok: true, draft: parsed.data };
  const problems = complaintsOf(parsed.error, schemaNodeOf(planDraft), value)
    .map((complaint) => toProblem(complaint, locate(complaint.path, complaint.at)))
    .sort((one, other) => one.line - other.line);
  return { ok: false, problems };
}
