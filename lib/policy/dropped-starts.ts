import { type DiffLine, type FileDiff, pathOf } from '#lib/diff/parsed-diff.ts';
import { type ChangedLine, LONGEST_LINE } from './changed-lines.ts';
import { takeOne } from './take-one.ts';

/** A recipe line with those that continue it. */
interface Recipe {
  readonly text: string;
  readonly lines: readonly DiffLine[];
}

/** Names of targets that start tests; one with a suffix or in a folder is a file. */
const forTests =
  /^(?:(?:[a-z\d]+[_-])*(?:unit)?tests?(?:[_-][a-z\d]+)*|(?:run|do)(?:unit)?tests?|(?:run[_-])?check(?:[_-](?:all|local|unit|host|native|tests?))?)$/i;

/** Targets that are about tests and start none. */
const aside = /(?:^|[_-])(?:build|compile|clean|install|image|format|lint|size|deps)(?:$|[_-])/i;

const compiles =
  /\$[({](?:CC|CXX|CPP|CPPC|LD|AR)[)}]|\b(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+)\s|^(?=.*\s-o\s)(?=.*(?:\.(?:c|cc|cpp|cxx|[sSoa])\b|\$[\^<]))/;
const says = /^(?:echo|printf)\b(?!.*(?:\$\$\(|`))[^|;&<>]*$/;
const makesRoom = /^(?:mkdir|rm|touch)\s[^|;&<>]*$/;

/** What ends a recipe before its other commands, or lets a failure pass. */
const endsOrHides = /[|;]|(?<!>)&|^(?:exit|exec|return|set|trap|true|false|:|!)(?:\s|$)/;

/**
 * The lines of a Makefile's targets for tests that started something which is not started any more, as far as the diff
 * shows the targets. A command stays when others are added with `&&` or on lines of their own. Compilers and messages are
 * left out: a mended build may well compile other files.
 */
export function droppedStarts(file: FileDiff): Pick<ChangedLine, 'kind' | 'line' | 'text'>[] {
  if (!/(?:^|\/)(?:GNU)?makefile[^/]*$|\.(?:mk|mak)$/i.test(pathOf(file))) return [];
  const recipes = (side: 'add' | 'delete') =>
    file.hunks.flatMap(({ section, lines }) => recipesOfTests(section, lines, side));
  const before = recipes('delete');
  const known = new Set(before.flatMap(commandsOf));
  const kept = recipes('add').flatMap((recipe) => keptBy(recipe, known));
  return before.flatMap((recipe) => {
    const isKept = commandsOf(recipe)
      .filter(starts)
      .map((command) => isTakenFrom(kept, command));
    return isKept.includes(false) ? [placeOf(recipe)] : [];
  });
}

/** The recipes of a hunk's targets for tests, with its added or with its deleted lines. */
function recipesOfTests(section: string, lines: readonly DiffLine[], side: 'add' | 'delete'): Recipe[] {
  const recipes: Recipe[] = [];
  let isForTests = startsTests(section) ?? false;
  let open: Recipe | undefined;
  for (const line of lines.filter(({ kind }) => kind === 'context' || kind === side)) {
    const text = line.text.slice(0, LONGEST_LINE).trimEnd();
    if (open === undefined && !text.startsWith('\t')) {
      isForTests = startsTests(text) ?? isForTests;
      continue;
    }
    const recipe: Recipe = {
      text: `${open?.text ?? ''}${text.replace(/\\$/, '')}`,
      lines: [...(open?.lines ?? []), line],
    };
    open = text.endsWith('\\') ? recipe : undefined;
    if (open === undefined && isForTests) recipes.push(recipe);
  }
  return open !== undefined && isForTests ? [...recipes, open] : recipes;
}

/** Whether a line begins a target that starts tests; null when it begins neither a target nor a variable. */
function startsTests(line: string): boolean | null {
  const text = line.slice(0, LONGEST_LINE);
  if (/^[\w.-]+\s*[:+?!]*=/.test(text)) return false;
  const targets = /^([^\s#=:][^#=:]*?)\s*::?(?!=)/.exec(text)?.[1];
  return targets?.split(/\s+/).some((target) => forTests.test(target) && !aside.test(target)) ?? null;
}

/** What a recipe starts one after the other, while nothing fails; a `-` before those whose failure is ignored. */
function commandsOf({ text }: Recipe): string[] {
  const [, marks = '', commands = ''] = /^\s*([@+-]*)(.*)$/.exec(text) ?? [];
  const ignored = marks.includes('-') ? '-' : '';
  return commands
    .split('&&')
    .map((command) => command.trim().replace(/\s+/g, ' '))
    .filter((command) => command !== '')
    .map((command) => `${ignored}${command}`);
}

function starts(command: string): boolean {
  const plain = command.replace(/^-/, '');
  return !(plain.startsWith('#') || compiles.test(plain) || says.test(withoutStrings(plain)) || makesRoom.test(plain));
}

/** The commands of a recipe, when all that is new among them can neither end it nor hide a failure. */
function keptBy(recipe: Recipe, known: ReadonlySet<string>): string[] {
  const commands = commandsOf(recipe);
  const isHarmless = commands.every((command) => known.has(command) || !endsOrHides.test(withoutStrings(command)));
  return isHarmless ? commands : [];
}

/** A failure that was ignored may count again. */
function isTakenFrom(kept: string[], command: string): boolean {
  return takeOne(kept, command) || takeOne(kept, command.replace(/^-/, ''));
}

/** Strings as empty ones, but for what a shell starts inside them. */
function withoutStrings(command: string): string {
  return command.replace(/"(?:\\.|[^"\\])*"|'[^']*'/g, (text) => (/\$\$\(|`/.test(text) ? text : '""'));
}

function placeOf({ lines, text }: Recipe): Pick<ChangedLine, 'kind' | 'line' | 'text'> {
  const line = lines.find(({ kind }) => kind === 'delete') ?? lines[0];
  return { kind: 'delete', line: line?.oldLine ?? 0, text: line?.text ?? text };
}
