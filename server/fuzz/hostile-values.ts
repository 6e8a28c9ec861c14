import fc from 'fast-check';

/** Texts that have broken other programs: SQL, paths, templates, formulas, formats, odd Unicode, NUL. */
const traps = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u202egpj.exe',
  'Z̡̛͓͎a̸̬l͇̀g͍̑o',
  '🎛️👩‍👩‍👧‍👦',
  '\ufeff',
  'İı',
  `'; DROP TABLE run; --`,
  `' OR 1=1 --`,
  `\\'; SELECT pg_sleep(10); --`,
  '$1',
  '%00%27',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '/etc/passwd',
  '/proc/self/environ',
  'file:///etc/passwd',
  '-rf',
  '--upload-pack=touch /tmp/x',
  'ext::sh -c id',
  '$(id)',
  '`id`',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '=HYPERLINK("http://127.0.0.1:1")',
  'http://127.0.0.1:1/',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  'null',
  'undefined',
  '9999999999999999999999',
  '1e309',
  '2026-02-30',
  '99999-01-01T00:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  '#',
  '#999999999999',
] as const;

const numbers = [0, -0, -1, 1.5, 1e21, 1e308, -1e308, 2 ** 31, 2 ** 31 - 1, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 5e-324];

/** An own property of that name, as JSON text makes it; written plainly it would set the prototype. */
const polluting = ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'then', 'toJSON', 'length'].map(
  (name): unknown => JSON.parse(`{${JSON.stringify(name)}: {"polluted": "yes", "prototype": {"polluted": "yes"}}}`),
);

const deep = (levels: number, kind: 'list' | 'object'): unknown =>
  JSON.parse(
    kind === 'list' ? '['.repeat(levels) + ']'.repeat(levels) : `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`,
  );

/** Any value that no honest page sends. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<unknown>(...traps) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...numbers) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { a: 1 }) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...polluting) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1_000, max: 40_000 }).map((length) => 'w\u0301'.repeat(length)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 50, max: 3_000 }), fc.constantFrom<'list' | 'object'>('list', 'object'))
      .map(([levels, kind]) => deep(levels, kind)),
  },
  { weight: 1, arbitrary: fc.integer({ min: 500, max: 5_000 }).map((length) => Array.from({ length }, (_, n) => n)) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

/** The same value with what stands in one place in it, at any depth, replaced; one that has no places is replaced itself. */
export function replacedAt(value: unknown, place: number, by: unknown): unknown {
  const places = placesIn(value);
  return replaced(value, places[place % places.length] ?? [], by);
}

function placesIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [[...path, key], ...placesIn(inner, [...path, key])]);
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined || typeof value !== 'object' || value === null) return by;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    name === key ? replaced(inner, rest, by) : inner,
  ]);
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
