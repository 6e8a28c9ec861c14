import type { BuildOffer, ProjectFacts } from './facts.ts';

/** Names of targets that run tests, the likeliest first. */
const testTargets = [
  'check',
  'test',
  'tests',
  'unittest',
  'unittests',
  'unit-test',
  'unit-tests',
  'runtests',
  'run-tests',
  'run_tests',
];

interface MakeRule {
  readonly needs: readonly string[];
  readonly recipe: readonly string[];
}

/** What `make` offers: the Makefile at the top, else one in a folder of tests. Null when there is none. */
export function readMake({ buildFiles, files }: ProjectFacts): BuildOffer | null {
  const there = new Set(files);
  const offers = Object.keys(buildFiles)
    .filter((path) => /(?:^|\/)(?:GNUm|[Mm])akefile$/.test(path))
    .toSorted((a, b) => depth(a) - depth(b))
    .map((path) => {
      const text = buildFiles[path] ?? '';
      const folder = path.replace(/\/?[^/]*$/, '');
      return offerOf({ folder, rules: rulesOf(text), compiler: compilerOf(text), files: there });
    });
  return offers.find(({ tests }) => tests.length > 0) ?? offers[0] ?? null;
}

interface Makefile {
  readonly folder: string;
  readonly rules: ReadonlyMap<string, MakeRule>;
  readonly compiler: string;
  /** Files of the project: a target that needs nothing else compiles by itself. */
  readonly files: ReadonlySet<string>;
}

function offerOf({ folder, rules, compiler, files }: Makefile): BuildOffer {
  const make = folder === '' ? 'make' : `make -C ${folder}`;
  const target = testTargets.find((name) => (rules.get(name)?.recipe.length ?? 0) > 0 || isGroup(rules.get(name)));
  const rule = target === undefined ? undefined : rules.get(target);
  const programs = folder === '' && target !== undefined ? programsOf(target, rule) : [];
  const needs = rule?.needs.filter((name) => !/[$%]/.test(name)) ?? [];
  const made = needs.filter((name) => rules.has(name) || !files.has(fromTop(folder, name)));
  const buildsItself = needs.length > 0 && made.length === 0;
  return {
    system: 'make',
    builds: buildsItself ? ['true'] : [...(made.length > 0 ? [`${make} ${made.join(' ')}`] : []), make],
    tests: [
      ...(programs.length > 0 ? [programs.join(' && ')] : []),
      ...(target === undefined ? [] : [`${make} ${target}`]),
    ],
    clean: rules.has('clean') ? `${make} clean` : null,
    requires: ['make', compiler],
    junit: null,
    notes: [
      ...(target === undefined
        ? [`${folder === '' ? 'The Makefile' : `${folder}/Makefile`} has no target that is named like tests.`]
        : []),
      ...(buildsItself ? ['The command that runs the tests builds them as well.'] : []),
    ],
  };
}

/** The compiler that a Makefile insists on. `CC ?=` does not: make knows a compiler of its own. */
function compilerOf(text: string): string {
  return /^CC\s*:?=\s*([\w.+-]+)\s*$/m.exec(text)?.[1] ?? 'cc';
}

/** The path of a file as the Makefile in a folder names it, from the top of the project. */
function fromTop(folder: string, name: string): string {
  const parts: string[] = [];
  for (const part of [...folder.split('/'), ...name.split('/')]) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** A target without a recipe that only names others. */
function isGroup(rule: MakeRule | undefined): boolean {
  return rule !== undefined && rule.recipe.length === 0 && rule.needs.some((name) => /test|check/i.test(name));
}

/** The programs that a target's recipe starts, where make's own variables do not hide them. */
function programsOf(target: string, rule: MakeRule | undefined): string[] {
  const lines = (rule?.recipe ?? []).map((line) =>
    line
      .replace(/^[@+-]+\s*/, '')
      .replaceAll('$@', target)
      .replaceAll('$<', rule?.needs[0] ?? '$<'),
  );
  const started = lines.filter((line) => !/^(?:echo|printf|@?#)/.test(line));
  return started.length > 0 && started.every((line) => /^\.\/[^$`|;&>]+$/.test(line)) ? started : [];
}

/** The explicit rules of a Makefile, continued lines joined. Recipes keep make's variables as they are. */
function rulesOf(text: string): Map<string, MakeRule> {
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

function depth(path: string): number {
  return path.split('/').length;
}
