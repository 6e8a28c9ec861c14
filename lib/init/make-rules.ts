/** A target of a Makefile. */
export interface MakeRule {
  readonly needs: readonly string[];
  /** The lines without the tab, with make's own variables as they are written. */
  readonly recipe: readonly string[];
}

/** The explicit rules of a Makefile, continued lines joined. Recipes keep make's variables as they are. */
export function rulesOf(text: string): Map<string, MakeRule> {
  const rules = new Map<string, MakeRule>();
  let open: string[] = [];
  for (const line of text.replaceAll(/\\\r?\n/g, ' ').split(/\r?\n/)) {
    if (line.startsWith('\t')) {
      for (const name of open) rules.set(name, withRecipe(rules.get(name), line.trim()));
      continue;
    }
    const [, names = '', needs = ''] = /^([\w./ -]+?)\s*::?(?!=)\s*([^=#]*)(?:#.*)?$/.exec(line) ?? [];
    if (names === '' && /^\s*(?:#.*)?$/.test(line)) continue;
    open = names.split(/\s+/).filter((name) => name !== '' && !name.startsWith('.'));
    for (const name of open) rules.set(name, withNeeds(rules.get(name), needs.split(/\s+/).filter(Boolean)));
  }
  return rules;
}

function withNeeds(rule: MakeRule | undefined, needs: readonly string[]): MakeRule {
  return { needs: [...(rule?.needs ?? []), ...needs], recipe: rule?.recipe ?? [] };
}

function withRecipe(rule: MakeRule | undefined, line: string): MakeRule {
  return { needs: rule?.needs ?? [], recipe: line === '' ? (rule?.recipe ?? []) : [...(rule?.recipe ?? []), line] };
}

/** A Makefile and what it includes, as one text, as far as variables with a plain value tell the names. */
export function withIncluded(path: string, texts: Readonly<Record<string, string>>): string {
  const folder = path.replace(/[^/]*$/, '');
  const seen = new Set<string>();
  const values = new Map<string, string>();
  return textOf(path);

  function textOf(file: string): string {
    if (seen.has(file)) return '';
    seen.add(file);
    return (texts[file] ?? '').split(/\r?\n/).map(lineOf).join('\n');
  }

  function lineOf(line: string): string {
    const [, variable, value] = /^(\w+)\s*[:?]?=\s*([\w./-]+)\s*$/.exec(line) ?? [];
    if (variable !== undefined && value !== undefined && !values.has(variable)) values.set(variable, value);
    const names = /^-?s?include\s+(.+)$/.exec(line)?.[1];
    if (names === undefined) return line;
    const named = names.replaceAll(/\$[({](\w+)[)}]/g, (written, name: string) => values.get(name) ?? written);
    return named
      .trim()
      .split(/\s+/)
      .map((name) => textOf(`${folder}${name}`))
      .join('\n');
  }
}
