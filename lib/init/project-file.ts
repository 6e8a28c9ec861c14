import type { PatternSettings } from '#lib/results/pattern/options.ts';
import type { ResultsGuess } from './frameworks.ts';
import type { InitPlan } from './plan.ts';

/** What a trial run found out, where there was one. */
export interface Trial {
  /** Undefined where nothing was found that could be tried. */
  readonly build: string | undefined;
  readonly test: string | undefined;
  /** Whether its build worked and its tests ran. */
  readonly works: boolean;
  readonly results: ResultsGuess;
  /** How long the tests may take, in seconds. */
  readonly timeoutSeconds: number;
  /** What was measured or did not work, one sentence each. */
  readonly findings: readonly string[];
}

/** For tests whose time nobody has measured: too little would call a sound suite hung. */
export const unknownSeconds = 300;

/**
 * The text of a `firmloop.yaml`. Where a person must decide, a comment says what; a command that is not known is written as
 * one that fails and says so, so that the file is never taken for a working one.
 */
export function projectFile(plan: InitPlan, trial: Trial | null): string {
  const { offer } = plan;
  const build = trial?.build ?? offer?.builds[0];
  const test = trial?.test ?? offer?.tests[0];
  const results = trial?.results ?? plan.results;
  return [
    '# Every setting with its meaning: firmloop config',
    'machine: firmware-loop',
    `name: ${plan.name}`,
    'goal: { text: "All tests pass, nothing regresses", tests: all }',
    ...comments(offer?.notes ?? ['No Makefile, CMakeLists.txt, meson.build or platformio.ini was found.']),
    'build:',
    ...(build === undefined ? unknown('command', 'build') : [`  command: ${quoted(build)}`]),
    ...(offer?.clean == null ? [] : [`  clean: ${quoted(offer.clean)}`]),
    ...(offer === null ? [] : [`  requires: [${offer.requires.join(', ')}]`]),
    ...comments(trial?.findings ?? []),
    'environments:',
    '  host:',
    '    type: host',
    ...(test === undefined ? unknown('test', 'test', '    ') : [`    test: ${quoted(test)}`]),
    `    timeout: ${trial?.timeoutSeconds ?? unknownSeconds}s`,
    `# Read as ${results.format}, since ${results.because}.`,
    ...resultLines(results),
    ...policyLines(plan.sources),
    '# Who proposes patches: `search` needs nothing else; `patches` takes them from a folder; `cli` and `llm` are described in docs/agents.md.',
    `agents: [${plan.patches === null ? '{ use: search }' : `{ use: patches, folder: ${plan.patches} }`}]`,
    '',
  ].join('\n');
}

/** A command in place of one that a person must write. */
function unknown(key: string, what: string, indent = '  '): string[] {
  const said = `firmloop.yaml does not say how to ${what} this project`;
  return [
    `${indent}# To decide: how to ${what} this project.`,
    `${indent}${key}: ${quoted(`echo '${said}' >&2; exit 1`)}`,
  ];
}

function resultLines({ format, pattern, files }: ResultsGuess): string[] {
  return [
    'results:',
    `  format: ${format}`,
    ...(files.length === 0 ? [] : ['  from: file', `  files: [${files.join(', ')}]`]),
    ...(pattern === null ? [] : patternLines(pattern)),
  ];
}

function patternLines({ pattern, words, statusWithoutWord, summary, repeats }: PatternSettings): string[] {
  const meanings = Object.entries(words ?? {}).map(
    ([status, list = []]) => `${status}: [${list.map(quoted).join(', ')}]`,
  );
  return [
    `  pattern: ${quoted(pattern)}`,
    ...(meanings.length === 0 ? [] : [`  words: { ${meanings.join(', ')} }`]),
    ...(statusWithoutWord === undefined ? [] : [`  status_without_word: ${statusWithoutWord}`]),
    ...(summary === undefined ? [] : [`  summary: ${quoted(summary)}`]),
    ...(repeats === undefined ? [] : [`  repeats: ${repeats}`]),
  ];
}

/** Not narrowed unasked: a fix may well touch a header elsewhere, or the change log. */
function policyLines(folders: readonly string[]): string[] {
  const globs = folders.length > 0 ? folders : ['src/**'];
  return [
    '# Patches may change every file but tests, their lists and CI files. To narrow that:',
    `# policy: { allow: [${globs.map((glob) => `"${glob}"`).join(', ')}] }`,
  ];
}

function comments(sentences: readonly string[]): string[] {
  return sentences.flatMap((sentence) => sentence.split(/\r?\n/)).map((line) => `# ${line}`.trimEnd());
}

/** A scalar of one line that YAML reads as it is written. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
