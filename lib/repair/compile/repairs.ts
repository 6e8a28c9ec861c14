import { type Edit, replaced } from '../mutate/draft.ts';
import type { Symbols } from '../syntax/symbols.ts';
import { missingBrace } from './braces.ts';
import type { CompilerMessage } from './diagnostic.ts';
import { standardHeader } from './headers.ts';
import { editOfFixIt, lineOf, offsetOf, startOfLine } from './offsets.ts';

/** An idea for a message of the compiler, all its edits in the file that the message names. */
export interface CompileRepair {
  readonly edits: readonly Edit[];
  /** What is done, as a clause. */
  readonly says: string;
}

export interface CompileContext {
  /** Of the file that the message names. */
  readonly text: string;
  readonly symbols: Symbols;
}

type Template = readonly [
  RegExp,
  (message: CompilerMessage, context: CompileContext, found: RegExpExecArray) => readonly CompileRepair[],
];

/** What the compiler's own edits miss, by the text of the message. */
const templates: readonly Template[] = [
  [
    /expected (?:.* or )?';'|expected '=', ',', ';'|expected declaration specifiers/,
    (message, context) => [...semicolonBefore(message, context)],
  ],
  [/invalid type argument of '->'/, (message, context) => memberToken(message, context, '->', '.')],
  [
    /request for member '\w+' in something not a structure|is a pointer; did you mean to use '->'/,
    (message, context) => memberToken(message, context, '.', '->'),
  ],
  [
    /implicit declaration of function '(\w+)'|unknown type name '(\w+)'|'(\w+)' undeclared/,
    (_, context, found) => missingName(found[1] ?? found[2] ?? found[3] ?? '', context),
  ],
  [
    /at end of input|ISO C forbids nested functions|invalid storage class for function|expected declaration or statement/,
    (_, context) => closingBrace(context),
  ],
  [/expected identifier or '\(' before '\}'/, (message, context) => spareBrace(message, context)],
  [/expected '\)'/, (message, { text }) => [inserted(offsetOf(text, message.at), ')', 'adds `)`')]],
  [/missing terminating " character/, ({ at }, { text }) => endOfString(text, at.line)],
  [
    /a label can only be part of a statement|expected expression before '\}'/,
    (message, context) => [...semicolonBefore(message, context)],
  ],
  [
    /expected .* before '(?:void|int|static|uint\w+|int\w+|bool|struct|typedef|extern)'/,
    (_, context) => closingBrace(context),
  ],
];

/** Ideas for one message, the likeliest first: the compiler's own edits, then templates. */
export function repairsFor(message: CompilerMessage, context: CompileContext): CompileRepair[] {
  const own = message.fixIts.map((fixIt) => editOfFixIt(context.text, fixIt));
  const fixed: CompileRepair[] = own.length === 0 ? [] : [{ edits: own, says: 'does what the compiler proposes' }];
  const made = templates.flatMap(([pattern, make]) => {
    const found = pattern.exec(message.text);
    return found === null ? [] : make(message, context, found);
  });
  return [...fixed, ...made];
}

function inserted(at: number, text: string, says: string): CompileRepair {
  return { edits: [{ start: at, end: at, text }], says };
}

/** At the end of the last line with code before the place, and at the end of the line itself. */
function* semicolonBefore({ at }: CompilerMessage, { text }: CompileContext): Generator<CompileRepair> {
  for (let line = at.line - 1; line >= 1; line -= 1) {
    const code = withoutComment(lineOf(text, line));
    if (code.trim() === '') continue;
    yield inserted(startOfLine(text, line) + code.trimEnd().length, ';', `adds \`;\` in line ${line}`);
    break;
  }
  const own = withoutComment(lineOf(text, at.line));
  yield inserted(startOfLine(text, at.line) + own.trimEnd().length, ';', `adds \`;\` in line ${at.line}`);
}

function withoutComment(line: string): string {
  return line.replace(/\/\*.*?\*\/\s*$/, '').replace(/\/\/.*$/, '');
}

/** The token nearest to the place, to its left first. */
function memberToken({ at }: CompilerMessage, { text }: CompileContext, from: string, to: string): CompileRepair[] {
  const start = startOfLine(text, at.line);
  const line = lineOf(text, at.line);
  const caret = offsetOf(text, at) - start;
  const places = [...line.matchAll(from === '.' ? /(?<![\d.])\.(?=[A-Za-z_])/g : /->/g)].map(({ index }) => index);
  const near = places.sort((a, b) => Math.abs(a - caret) - Math.abs(b - caret)).slice(0, 3);
  return near.map((place) => {
    const { edits } = replaced('wrong-field', { start: start + place, end: start + place + from.length }, to);
    return { edits, says: `writes \`${to}\` for \`${from}\`` };
  });
}

/** The header that declares the name, of the standard or of the project; else a known name that is almost the same. */
function missingName(name: string, { text, symbols }: CompileContext): CompileRepair[] {
  const standard = standardHeader(name);
  const home = symbols.homes.get(name);
  const own = home?.endsWith('.h') ? home.replace(/^(?:.*\/)?include\//, '').replace(/^.*\//, '') : undefined;
  const includes = [...(standard === null ? [] : [`<${standard}>`]), ...(own === undefined ? [] : [`"${own}"`])];
  const missing = includes.filter((header) => !text.includes(`#include ${header}`));
  const at = placeOfIncludes(text);
  const added = missing.map((header) => inserted(at, `#include ${header}\n`, `includes ${header}`));
  const names = [
    symbols.functions,
    symbols.constants,
    symbols.globals,
    symbols.enumOf,
    symbols.records,
    symbols.aliases,
  ].flatMap((map) => [...map.keys()]);
  const alike = [...new Set(names)]
    .filter((other) => other !== name && distance(name, other) <= (name.length > 4 ? 2 : 1))
    .slice(0, 3);
  const renamed = alike.map((other) => ({
    edits: [...text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].map(({ index }) => ({
      start: index,
      end: index + name.length,
      text: other,
    })),
    says: `writes ${other} for ${name}`,
  }));
  return [...added, ...renamed];
}

/** After the last include at the top; at the beginning of a file without one. */
function placeOfIncludes(text: string): number {
  const last = [...text.matchAll(/^#include .*\n/gm)].at(-1);
  return last === undefined ? 0 : last.index + last[0].length;
}

function closingBrace({ text }: CompileContext): CompileRepair[] {
  const edit = missingBrace(text);
  return edit === null ? [] : [{ edits: [edit], says: 'closes a block where the indentation ends it' }];
}

function spareBrace({ at }: CompilerMessage, { text }: CompileContext): CompileRepair[] {
  const start = startOfLine(text, at.line);
  const line = lineOf(text, at.line);
  return line.trim() === '}'
    ? [{ edits: [{ start, end: start + line.length + 1, text: '' }], says: 'takes a spare `}` away' }]
    : [];
}

function endOfString(text: string, line: number): CompileRepair[] {
  const start = startOfLine(text, line);
  const end = /\s*(?:\)*\s*[;,]|\)+)?\s*$/.exec(lineOf(text, line));
  return end === null ? [] : [inserted(start + end.index, '"', 'closes a string')];
}

/** Levenshtein's distance, given up above 2. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same));
    }
    row = next;
  }
  return row.at(-1) ?? 3;
}
