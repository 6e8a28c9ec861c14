import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseConfig } from '#lib/config/parse.ts';
import { resultFormats } from '#lib/results/types.ts';

const page = readFileSync(new URL('../../docs/firmloop-yaml.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);

test('every project file in the documentation is one without problems', () => {
  expect(examples.length).toBeGreaterThan(5);
  expect(examples.map((text) => parseConfig(text).problems)).toEqual(examples.map(() => []));
});

test('every format is described', () => {
  expect(resultFormats.filter((format) => !page.includes(`format: ${format}`))).toEqual([]);
});
