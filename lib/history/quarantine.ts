import { z } from 'zod';
import { readYaml } from '#lib/config/yaml-document.ts';
import { describeIssues } from '#lib/describe-issues.ts';

/** Where the list lies in a firmware's repository, beside its firmloop.yaml. */
export const quarantinePath = 'firmloop-quarantine.yaml';

const entrySchema = z.strictObject({
  /** Key of the test as pages show it; `*` stands for anything. */
  test: z.string().min(1).max(1_000),
  because: z.string().min(1).max(1_000),
  /** Last day on which it holds, in UTC. */
  until: z.iso.date().optional(),
  owner: z.string().max(200).optional(),
  issue: z.string().max(1_000).optional(),
});
export type QuarantineEntry = z.output<typeof entrySchema>;

const fileSchema = z.strictObject({ tests: z.array(entrySchema).max(5_000) });

/** A list of tests whose failures are known and stop nobody. */
export interface Quarantine {
  /** The entry that a test falls under today; undefined for any other test, and for one whose time is over. */
  entryOf(key: string): QuarantineEntry | undefined;
  readonly entries: readonly QuarantineEntry[];
  /** Entries whose last day has passed: their tests count again. */
  readonly expired: readonly QuarantineEntry[];
}

export const noQuarantine: Quarantine = { entryOf: () => undefined, entries: [], expired: [] };

/** Reads the list; `today` is a day such as 2026-11-28. Problems come back as a sentence. */
export function readQuarantine(
  text: string,
  today: string,
): { readonly quarantine: Quarantine } | { readonly problem: string } {
  const yaml = readYaml(text);
  if ('problems' in yaml) {
    const [first] = yaml.problems;
    return { problem: first === undefined ? 'it cannot be read' : `line ${first.line}: ${first.message}` };
  }
  const parsed = fileSchema.safeParse(yaml.document.value ?? { tests: [] });
  if (!parsed.success) return { problem: describeIssues(parsed.error) };
  const { tests: entries } = parsed.data;
  const [live, expired] = [entries.filter(isLive), entries.filter((entry) => !isLive(entry))];
  const rules = live.map((entry) => ({ entry, parts: entry.test.split('*') }));
  const entryOf = (key: string) => rules.find(({ parts }) => fits(key, parts))?.entry;
  return { quarantine: { entryOf, entries, expired } };

  function isLive({ until }: QuarantineEntry): boolean {
    return until === undefined || until >= today;
  }
}

/** Whether a key fits a text with stars; in one pass, so that a list cannot make a gate stand still. */
function fits(key: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return key === first;
  if (!key.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = key.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return key.length - last.length >= at && key.endsWith(last);
}
