/** A type as far as choosing replacements needs it: the name without qualifiers, and how often it must be dereferenced. */
export interface CType {
  readonly base: string;
  /** Pointers and array dimensions together. */
  readonly depth: number;
}

export const unknownType: CType = { base: '?', depth: 0 };
export const intType: CType = { base: 'int', depth: 0 };
export const boolType: CType = { base: 'bool', depth: 0 };

/** What an expression can be used as. */
export type Category = 'integer' | 'boolean' | 'real' | 'pointer' | 'record' | 'void' | 'unknown';

const qualifiers =
  /\b(?:const|volatile|static|extern|register|inline|restrict|_Atomic|signed(?=\s+(?:char|short|int|long)))\b/g;
const integers =
  /^(?:u?int(?:_(?:least|fast))?\d+_t|u?int(?:max|ptr)_t|s?size_t|ptrdiff_t|off_t|time_t|(?:unsigned|signed|char|short|int|long)(?: (?:unsigned|signed|char|short|int|long))*|u(?:8|16|32|64)|s(?:8|16|32|64)|uint|uchar|ushort|ulong|BYTE|enum .*)$/;

/** The name of a type as it is compared: without qualifiers and with single spaces. */
export function baseName(written: string): string {
  return written.replace(qualifiers, ' ').replace(/\s+/g, ' ').trim();
}

/** `aliases` are the project's typedefs. */
export function categoryOf({ base, depth }: CType, aliases: ReadonlyMap<string, CType>, steps = 8): Category {
  if (depth > 0) return 'pointer';
  if (base === 'bool' || base === '_Bool') return 'boolean';
  if (base === 'float' || base === 'double' || base === 'long double') return 'real';
  if (base === 'void') return 'void';
  if (integers.test(base)) return 'integer';
  const alias = steps > 0 ? aliases.get(base) : undefined;
  if (alias !== undefined) return categoryOf(alias, aliases, steps - 1);
  return base.startsWith('struct ') || base.startsWith('union ') ? 'record' : 'unknown';
}

export function sameType(a: CType, b: CType): boolean {
  return a.base === b.base && a.depth === b.depth && a.base !== '?';
}

/** Bits of an integer type of fixed or usual width; null for others. */
export function widthOf({ base, depth }: CType): number | null {
  if (depth > 0) return null;
  const fixed = /^u?int(?:_(?:least|fast))?(8|16|32|64)_t$/.exec(base)?.[1];
  if (fixed !== undefined) return Number(fixed);
  return usualWidths[base] ?? null;
}

const usualWidths: Readonly<Record<string, number>> = {
  char: 8,
  'unsigned char': 8,
  short: 16,
  'unsigned short': 16,
  int: 32,
  unsigned: 32,
  'unsigned int': 32,
};

export function isUnsigned({ base }: CType): boolean {
  return /^(?:u|size_t)/.test(base);
}
