import { describe, expect, test } from 'vitest';
import { parserOfC } from '#server/agents/search/parse-c.ts';
import { schemaOf } from './schema.ts';

const code = `#include "a.h"

static int limit = 3;

int twice(int value)
{
    return value * 2;
}

void stop(void)
{
    limit = 0;
}

int most(int count, ...)
{
    return count + limit;
}
`;

/** The edit that puts one text in the place of another. */
function edit(from: string, to: string) {
  const start = code.indexOf(from);
  return { start, end: start + from.length, text: to };
}

const schemaFor = async (...edits: readonly (readonly ReturnType<typeof edit>[])[]) =>
  schemaOf(
    (await parserOfC())('a.c', code),
    edits.map((one, at) => ({ number: at + 1, edits: one })),
    '0',
  );

describe('a file of many variants', () => {
  test('holds each changed function once for every variant, and the unchanged one', async () => {
    const { text } = await schemaFor([edit('value * 2', 'value + 2')], [edit('value * 2', 'value * 3')]);
    expect(text).toContain('int twice_firmloop_0_0(int value)\n{\n    return value * 2;\n}');
    expect(text).toContain('int twice_firmloop_0_1(int value)\n{\n    return value + 2;\n}');
    expect(text).toContain('int twice_firmloop_0_2(int value)\n{\n    return value * 3;\n}');
    expect(text).toContain('case 2: return twice_firmloop_0_2(value);');
  });

  test('hands on to a function that returns nothing without its result', async () => {
    const { text } = await schemaFor([edit('limit = 0', 'limit = 1')]);
    expect(text).toContain('case 1: stop_firmloop_0_1(); return;');
    expect(text).toContain('void stop_firmloop_0_1(void);\n');
  });

  test('takes edits of two functions as one variant', async () => {
    const { text, left } = await schemaFor([edit('value * 2', 'value'), edit('limit = 0', 'limit = 1')]);
    expect(left).toEqual([]);
    expect(text).toMatch(/case 1: return twice_firmloop_0_1\(value\);[\s\S]*case 1: stop_firmloop_0_1\(\); return;/);
  });

  test('tells whose line the compiler complains of', async () => {
    const { text, variantAt } = await schemaFor([edit('value * 2', 'value +')], [edit('value * 2', 'value')]);
    const lines = text.split('\n');
    expect(variantAt(lines.indexOf('    return value +;') + 1)).toBe(1);
    expect(variantAt(lines.indexOf('    return value;') + 1)).toBe(2);
    expect(variantAt(lines.indexOf('    return value * 2;') + 1)).toBeNull();
  });

  test.each([
    ['what lies outside of functions', edit('limit = 3', 'limit = 4')],
    ['a parameter', edit('int value', 'long value')],
    ['a function of many arguments', edit('count + limit', 'count')],
  ])('leaves out %s', async (_, one) => {
    const { text, left } = await schemaFor([one]);
    expect(left).toEqual([1]);
    expect(text).toBe(code);
  });
});
