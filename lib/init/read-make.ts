import type { BuildOffer, ProjectFacts } from './facts.ts';
import { type MakeRule, rulesOf, withIncluded } from './make-rules.ts';

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

/** A target that is one program of tests, and neither an object nor something to do with tests. */
const testProgram = /^(?!(?:build|clean|install|run)[-_])(?:[\w-]+[-_])?tests?(?:[-_][\w-]+)?$/;

/** What `make` offers: the Makefile at the top, else one in a folder of tests; one that runs tests goes before one that only builds them. Null when there is none. */
export function readMake({ buildFiles, files }: ProjectFacts): BuildOffer | null {
  const there = new Set(files);
  const makefiles = Object.keys(buildFiles)
    .filter((path) => /(?:^|\/)(?:GNUm|[Mm])akefile$/.test(path))
    .toSorted((a, b) => depth(a) - depth(b))
    .map((path): Makefile => {
      const text = withIncluded(path, buildFiles);
      const folder = path.replace(/\/?[^/]*$/, '');
      const make = folder === '' ? 'make' : `make -C ${folder}`;
      return { folder, make, rules: rulesOf(text), compiler: compilerOf(text), files: there };
    });
  const [offer] = [withTarget, withPrograms, withoutTests].flatMap((read) =>
    makefiles.flatMap((each) => read(each) ?? []),
  );
  return offer ?? null;
}

interface Makefile {
  readonly folder: string;
  /** The command that begins with `make` and reads this one. */
  readonly make: string;
  readonly rules: ReadonlyMap<string, MakeRule>;
  readonly compiler: string;
  /** Files of the project: a target that needs nothing else compiles by itself. */
  readonly files: ReadonlySet<string>;
}

/** A target that is named like tests and runs them. */
function withTarget(makefile: Makefile): BuildOffer | null {
  const { folder, make, rules, files } = makefile;
  const target = testTargets.find((name) => (rules.get(name)?.recipe.length ?? 0) > 0 || isGroup(rules.get(name)));
  if (target === undefined) return null;
  const rule = rules.get(target);
  const programs = folder === '' ? programsOf(target, rule) : [];
  const needs = rule?.needs.filter((name) => !/[$%]/.test(name)) ?? [];
  const made = needs.filter((name) => rules.has(name) || !files.has(fromTop(folder, name)));
  const buildsItself = needs.length > 0 && made.length === 0;
  return {
    ...common(makefile),
    builds: buildsItself ? ['true'] : [...(made.length > 0 ? [`${make} ${made.join(' ')}`] : []), make],
    tests: [...(programs.length > 0 ? [programs.join(' && ')] : []), `${make} ${target}`],
    notes: buildsItself ? ['The command that runs the tests builds them as well.'] : [],
  };
}

/** Targets that are programs of tests, where none runs them. */
function withPrograms(makefile: Makefile): BuildOffer | null {
  const { folder, make, rules } = makefile;
  const programs = [...rules].flatMap(([name, { needs }]) =>
    testProgram.test(name) && needs.length > 0 ? [name] : [],
  );
  if (programs.length === 0) return null;
  const several = programs.length > 1 ? [`${make} ${programs.join(' ')}`] : [];
  return {
    ...common(makefile),
    builds: [...several, ...programs.map((name) => `${make} ${name}`), make],
    tests: programs.map((name) => `./${fromTop(folder, name)}`),
    notes: [
      `No target runs the tests; by name these are programs of tests: ${programs.join(', ')}.`,
      ...(several.length > 0 ? ['One of them is started here: a list under `test` starts several.'] : []),
    ],
  };
}

function withoutTests(makefile: Makefile): BuildOffer {
  const { folder, make } = makefile;
  const name = folder === '' ? 'The Makefile' : `${folder}/Makefile`;
  return { ...common(makefile), builds: [make], tests: [], notes: [`${name} has no target that is named like tests.`] };
}

function common({ make, rules, compiler }: Makefile): Pick<BuildOffer, 'system' | 'clean' | 'requires' | 'junit'> {
  const clean = rules.has('clean') ? `${make} clean` : null;
  return { system: 'make', clean, requires: ['make', compiler], junit: null };
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

function depth(path: string): number {
  return path.split('/').length;
}
