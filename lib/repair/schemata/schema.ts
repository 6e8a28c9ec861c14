import { applyEdits, type Edit } from '../mutate/draft.ts';
import type { SourceUnit } from '../syntax/node.ts';
import { type Cloneable, cloneablesOf, clonesFor } from './cloneable.ts';

/** The environment variable that chooses a variant when the program runs; without it the unchanged code runs. */
export const choosingVariable = 'FIRMLOOP_VARIANT';

/** A version of a file that is to be tried. */
export interface Variant {
  /** From 1; what the variable is set to. */
  readonly number: number;
  readonly edits: readonly Edit[];
}

/** A file that holds many variants of itself. */
export interface Schema {
  readonly text: string;
  /** Variants that could not be taken in: they change more than the bodies of functions. */
  readonly left: readonly number[];
  /** The variant that a line of `text` belongs to; null for lines of none. */
  readonly variantAt: (line: number) => number | null;
}

/**
 * Compiles many candidates at once (mutant schemata: Untch, Offutt and Harrold, 1993): each changed function is there once
 * for every variant under a name of its own, and under its own name only hands on to the one that is chosen. Types stay
 * exactly as they are, unlike where single expressions are switched.
 */
export function schemaOf(unit: SourceUnit, variants: readonly Variant[], tag: string): Schema {
  const cloneables = cloneablesOf(unit);
  const versions = new Map<Cloneable, Variant[]>();
  const left: number[] = [];
  for (const variant of variants) {
    const homes = clonesFor(cloneables, variant.edits);
    if (homes === null) left.push(variant.number);
    for (const home of homes ?? []) versions.set(home, [...(versions.get(home) ?? []), variant]);
  }
  const output = lines();
  output.add(versions.size > 0 ? chooser(tag) : '');
  let at = 0;
  for (const [home, taken] of [...versions].sort(([a], [b]) => a.definition.start - b.definition.start)) {
    output.add(unit.text.slice(at, home.definition.start));
    addVersions(output, unit, home, { taken, tag });
    at = home.definition.end;
  }
  output.add(unit.text.slice(at));
  return { text: output.text(), left, variantAt: output.ownerOf };
}

/** Reads the variable by the linker's name of `getenv`, so that it needs no header and works inside any language's braces. */
function chooser(tag: string): string {
  return `extern char *firmloop_read_${tag}(const char *) __asm__("getenv");
static int firmloop_variant_${tag}(void)
{
    static int chosen = -1;
    if (chosen < 0) {
        const char *text = firmloop_read_${tag}("${choosingVariable}");
        chosen = 0;
        while (text && *text)
            chosen = chosen * 10 + (*text++ - '0');
    }
    return chosen;
}
`;
}

/** The declarations first, since a function may call itself; then the one that chooses, the unchanged one and the others. */
function addVersions(
  output: Lines,
  unit: SourceUnit,
  home: Cloneable,
  { taken, tag }: { taken: readonly Variant[]; tag: string },
): void {
  const { definition, body, parameters, returnsNothing } = home;
  const bodyText = unit.text.slice(body.start, body.end);
  const numbers = [0, ...taken.map(({ number }) => number)];
  for (const number of numbers) output.add(`${headOf(unit, home, nameOf(unit, home, number, tag)).trimEnd()};\n`);
  const call = (number: number) => `${nameOf(unit, home, number, tag)}(${parameters.join(', ')});`;
  const handOn = (number: number) => (returnsNothing ? `${call(number)} return;` : `return ${call(number)}`);
  const cases = taken.map(({ number }) => `    case ${number}: ${handOn(number)}\n`).join('');
  output.add(
    `${unit.text.slice(definition.start, body.start)}{\n    switch (firmloop_variant_${tag}()) {\n${cases}    default: ${handOn(0)}\n    }\n}\n`,
  );
  output.add(`${headOf(unit, home, nameOf(unit, home, 0, tag))}${bodyText}\n`);
  for (const { number, edits } of taken) {
    const own = edits
      .filter(({ start, end }) => start > body.start && end < body.end)
      .map((edit) => ({ ...edit, start: edit.start - body.start, end: edit.end - body.start }));
    output.add(`${headOf(unit, home, nameOf(unit, home, number, tag))}${applyEdits(bodyText, own)}\n`, number);
  }
}

function nameOf({ text }: SourceUnit, { name }: Cloneable, number: number, tag: string): string {
  return `${text.slice(name.start, name.end)}_firmloop_${tag}_${number}`;
}

function headOf({ text }: SourceUnit, { definition, name, body }: Cloneable, as: string): string {
  return text.slice(definition.start, name.start) + as + text.slice(name.end, body.start);
}

/** Text that grows, with the owner of each of its lines. */
interface Lines {
  add(text: string, owner?: number): void;
  text(): string;
  ownerOf(line: number): number | null;
}

function lines(): Lines {
  const parts: string[] = [];
  const owned: { first: number; last: number; owner: number }[] = [];
  let line = 1;
  return {
    add(text, owner) {
      const first = line;
      parts.push(text);
      line += text.split('\n').length - 1;
      if (owner !== undefined) owned.push({ first, last: line - 1, owner });
    },
    text: () => parts.join(''),
    ownerOf: (at) => owned.find(({ first, last }) => first <= at && at <= last)?.owner ?? null,
  };
}
