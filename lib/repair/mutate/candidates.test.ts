import { describe, expect, test } from 'vitest';
import { parserOfC } from '#server/agents/search/parse-c.ts';
import { lineKey } from '../localise/spectrum.ts';
import { collectSymbols } from '../syntax/symbols.ts';
import { candidatesFor } from './candidates.ts';
import { applyEdits } from './draft.ts';
import { learnedPriors } from './learned-priors.ts';
import { mine } from './mine.ts';
import { type Operator, operators } from './operators.ts';
import { pairsOf } from './pairs.ts';

const head = `#define SIZE 8
#define LIMIT 10
#define DAYS 7u
typedef struct { int head; int tail; bool full; int slots[SIZE]; } ring;
enum mode { IDLE, BUSY };
static int twice(int value) { return value * 2; }
static int thrice(int value) { return value * 3; }
static bool is_on(const ring *r, unsigned day) { return (r->head >> (day % DAYS)) & 1; }
static int near(int a) { if (a <= LIMIT) return 1; return a % SIZE; }
`;
const headLines = head.split('\n').length - 1;

/** All candidates for a function whose lines are all as suspicious as can be. */
async function candidatesOf(code: string, refused: ReadonlySet<string> = new Set(), only?: number) {
  const parse = await parserOfC();
  const unit = parse('src/a.c', `${head}${code}\n`);
  const symbols = collectSymbols([unit]);
  const visible = new Set([...symbols.homes.keys(), ...symbols.enumOf.keys()]);
  const mined = mine(unit, ['SIZE'], visible);
  const lines = code.split('\n').map((_, at) => [lineKey('src/a.c', headLines + at + 1), 1] as const);
  const candidates = candidatesFor({
    units: [{ unit, mined }],
    symbols,
    scores: new Map(only === undefined ? lines : lines.slice(only - 1, only)),
    refused,
    priors: learnedPriors([]),
  });
  return { unit, candidates };
}

const edits: readonly (readonly [Operator, string, string])[] = [
  ['relation', 'int f(int a, int b) { return a <= b; }', 'int f(int a, int b) { return a >= b; }'],
  ['arithmetic', 'int f(int a, int b) { return a + b; }', 'int f(int a, int b) { return a - b; }'],
  ['bitwise', 'int f(int a, int b) { return a & b; }', 'int f(int a, int b) { return a | b; }'],
  ['logic', 'int f(int a, int b) { return a && b; }', 'int f(int a, int b) { return a || b; }'],
  ['assignment', 'void f(int a) { a += 2; }', 'void f(int a) { a -= 2; }'],
  ['off-by-one', 'int f(int a) { return a % (SIZE - 1); }', 'int f(int a) { return a % SIZE; }'],
  ['off-by-one', 'int f(int a, int b) { return a < b; }', 'int f(int a, int b) { return a < b + 1; }'],
  ['constant', 'int f(void) { return 41; }', 'int f(void) { return 42; }'],
  ['constant', 'int f(int a) { return a + SIZE; }', 'int f(int a) { return a + LIMIT; }'],
  [
    'wrap',
    'int f(ring *r) { return r->head - r->tail; }',
    'int f(ring *r) { return (r->head + SIZE - r->tail) % SIZE; }',
  ],
  ['wrong-variable', 'int f(int a, int b) { return a * a; }', 'int f(int a, int b) { return a * b; }'],
  ['wrong-field', 'int f(ring *r) { return r->head; }', 'int f(ring *r) { return r->tail; }'],
  ['callee', 'int f(int a) { return twice(a); }', 'int f(int a) { return thrice(a); }'],
  ['swapped-operands', 'int f(int a, int b) { return a - b; }', 'int f(int a, int b) { return b - a; }'],
  [
    'other-result',
    'bool f(int a) { if (a) return true; return true; }',
    'bool f(int a) { if (a) return false; return true; }',
  ],
  [
    'negation',
    'int f(ring *r) { if (r->full) return 1; return 0; }',
    'int f(ring *r) { if (!r->full) return 1; return 0; }',
  ],
  ['dropped-clause', 'int f(int a, int b) { return a && b; }', 'int f(int a, int b) { return a; }'],
  [
    'missing-clause',
    'int f(ring *r, int a) { if (r->full) return 1; return 0; }',
    'int f(ring *r, int a) { if (r->full && a > LIMIT) return 1; return 0; }',
  ],
  ['null-check', 'void f(ring *r) { r->head = 0; }', 'void f(ring *r) { if (!r) return; r->head = 0; }'],
  [
    'bounds-check',
    'void f(ring *r, int i) { r->slots[i] = 0; }',
    'void f(ring *r, int i) { if (i >= SIZE) return; r->slots[i] = 0; }',
  ],
  ['constant', 'int f(int a) { return a ^ 0x03; }', 'int f(int a) { return a ^ 0x7; }'],
  [
    'bounds-check',
    'void f(ring *r) { r->slots[r->head++] = 0; }',
    'void f(ring *r) { if (r->head >= SIZE) return; r->slots[r->head++] = 0; }',
  ],
  [
    'missing-guard',
    'void f(ring *r, int a) { r->head = 0; }',
    'void f(ring *r, int a) { if (a <= LIMIT) r->head = 0; }',
  ],
  [
    'missing-guard',
    'int f(ring *r, int n) { if (r->head > n && r->full) return 1; r->head = n; return 0; }',
    'int f(ring *r, int n) { if (r->head > n && r->full) return 1; if (r->head > n && r->full) return 0; r->head = n; return 0; }',
  ],
  [
    'missing-clause',
    'int f(ring *r, int n) { if (r->head > n && r->full) return 1; if (n) return 2; return 0; }',
    'int f(ring *r, int n) { if (r->head > n && r->full) return 1; if (n && (r->head > n && r->full)) return 2; return 0; }',
  ],
  ['deleted-statement', 'void f(ring *r) { r->head = 1; r->tail = 1; }', 'void f(ring *r) { r->head = 1; }'],
  [
    'moved-statement',
    'void f(ring *r) { r->head = 1; r->tail = r->head; }',
    'void f(ring *r) { r->tail = r->head; r->head = 1; }',
  ],
  [
    'missing-break',
    'void f(int a) { switch (a) { case 1: a = 2; case 2: a = 3; break; } }',
    'void f(int a) { switch (a) { case 1: a = 2; break; case 2: a = 3; break; } }',
  ],
  [
    'missing-start',
    'int f(void) { int sum; sum += 1; return sum; }',
    'int f(void) { int sum = 0; sum += 1; return sum; }',
  ],
  ['widen', 'int f(int a) { int16_t b = a * a; return b; }', 'int f(int a) { int32_t b = a * a; return b; }'],
  ['signedness', 'int f(int a) { uint16_t b = a; return b; }', 'int f(int a) { int16_t b = a; return b; }'],
  [
    'signedness',
    'unsigned f(int a) { unsigned b; b = (unsigned)a; return b; }',
    'unsigned f(int a) { unsigned b; b = (unsigned)a; if ((int)b < 0) b = 0; return b; }',
  ],
  [
    'constant',
    'bool f(int a) { return a > 245; } bool g(int a) { return a > 250; }',
    'bool f(int a) { return a > 250; } bool g(int a) { return a > 250; }',
  ],
  [
    'missing-clause',
    'bool f(ring *r) { return r->head >= r->tail; }',
    'bool f(ring *r) { return r->head >= r->tail && r->tail; }',
  ],
  [
    'missing-clause',
    'int f(ring *r, ring *s) { if (!s) return 1; return 0; }',
    'int f(ring *r, ring *s) { if (!s && r != s) return 1; return 0; }',
  ],
  [
    'missing-statement',
    'int f(ring *r, int a) { if (a) return 1; if (!a) { r->head = a; return 2; } return 0; }',
    'int f(ring *r, int a) { if (a) { r->head = a; return 1; } if (!a) { r->head = a; return 2; } return 0; }',
  ],
  [
    'relation',
    'int f(int a) {\nif (a < 3) a = 1;\nreturn a; }\nint g(int a) {\nif (a < 3) a = 1;\nreturn a; }',
    'int f(int a) {\nif (a <= 3) a = 1;\nreturn a; }\nint g(int a) {\nif (a <= 3) a = 1;\nreturn a; }',
  ],
  ['cast', 'int f(int a) { return (uint8_t)a; }', 'int f(int a) { return a; }'],
  ['precedence', 'int f(int a, int b) { return a & b == 1; }', 'int f(int a, int b) { return (a & b) == 1; }'],
  [
    'range',
    'bool f(const ring *r, unsigned day, int t) { return is_on(r, day) && t >= r->head && t < r->tail; }',
    'bool f(const ring *r, unsigned day, int t) { return (r->head <= r->tail ? is_on(r, day) && t >= r->head && t < r->tail : (is_on(r, day) && t >= r->head) || (t < r->tail && is_on(r, day + DAYS - 1))); }',
  ],
  [
    'swapped-arguments',
    'int two(int a, int b) { return a; } int f(int a, int b) { return two(a, b); }',
    'int two(int a, int b) { return a; } int f(int a, int b) { return two(b, a); }',
  ],
  ['dropped-guard', 'void f(ring *r, int a) { if (a) r->head = 0; }', 'void f(ring *r, int a) { r->head = 0; }'],
  ['early-return', 'void f(ring *r) { stop(r); }', 'void f(ring *r) { return; stop(r); }'],
];

describe('every kind of edit is made where it belongs', () => {
  test.each(edits)('%s: %s', async (operator, before, after) => {
    const { unit, candidates } = await candidatesOf(before);
    const made = candidates
      .filter((one) => one.operators.includes(operator))
      .map(({ edits }) => spaced(applyEdits(unit.text, edits).slice(head.length)));
    expect(made).toContain(spaced(after));
  });
});

test('every kind of edit is tried out above', () => {
  expect([...new Set(edits.map(([operator]) => operator))].sort()).toEqual(Object.keys(operators).sort());
});

/** White space is not what is compared. */
function spaced(code: string): string {
  return code.replace(/\s+/g, ' ').trim();
}

test('no two candidates make the same code, and none makes the code that is there', async () => {
  const { unit, candidates } = await candidatesOf(
    'int f(int a, int b)\n{\n    if (a < b && b < 10)\n        return a + 1;\n    return b;\n}',
  );
  const texts = candidates.map(({ edits }) => spaced(applyEdits(unit.text, edits)).replace(/ /g, ''));
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts).not.toContain(spaced(unit.text).replace(/ /g, ''));
});

test.each([
  ['a > LIMIT', /a > LIMIT (?:&&|\|\|) a \S+ LIMIT/],
  ['a > LIMIT && b', /LIMIT && b\)? (?:&&|\|\|) !?\(a > LIMIT && b\)/],
])('no clause is added that only switches the condition %s on or off', async (condition, idle) => {
  const { unit, candidates } = await candidatesOf(
    `int f(int a, int b)\n{\n    if (${condition})\n        return 1;\n    return 0;\n}`,
  );
  const texts = candidates.map(({ edits }) => spaced(applyEdits(unit.text, edits)));
  expect(texts.filter((text) => idle.test(text))).toEqual([]);
});

test('what was proposed before is not made again', async () => {
  const code = 'int f(int a, int b) { return a < b; }';
  const { candidates } = await candidatesOf(code);
  const [first] = candidates;
  const again = await candidatesOf(code, new Set([first?.id ?? '']));
  expect(again.candidates.map(({ id }) => id)).not.toContain(first?.id);
  expect(again.candidates.length).toBe(candidates.length - 1);
});

test('lines that no failing test executed are left alone', async () => {
  const { candidates } = await candidatesOf('int f(int a)\n{\n    a += 1;\n    return a;\n}', new Set(), 3);
  expect(candidates.length).toBeGreaterThan(0);
  expect(new Set(candidates.map(({ line }) => line))).toEqual(new Set([headLines + 3]));
});

test('two edits are combined only where they do not overlap', async () => {
  const { unit, candidates } = await candidatesOf('int f(int a, int b)\n{\n    a = a + 1;\n    return b < 3;\n}');
  const pairs = pairsOf(candidates, () => unit.text);
  expect(pairs.length).toBeGreaterThan(10);
  for (const { edits } of pairs) {
    const ordered = [...edits].sort((a, b) => a.start - b.start);
    for (const [at, edit] of ordered.entries())
      expect(ordered[at + 1]?.start ?? Number.POSITIVE_INFINITY).toBeGreaterThan(edit.end);
  }
});
