import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { twMerge } from 'tailwind-merge';
import { expect, test } from 'vitest';
import { mergeClasses } from './merge-classes.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = globSync('{app,components}/**/*.tsx', { cwd: root }).map((file) =>
  readFileSync(join(root, file), 'utf8'),
);

const literals = (text: string) => [...text.matchAll(/'([^'\n]*)'/g)].map(([, literal = '']) => literal);

/** What stands in the brackets of each call of `cx`. */
function* calls(source: string): Generator<string> {
  for (const { index } of source.matchAll(/\bcx\(/g)) {
    let depth = 0;
    const rest = source.slice(index + 2);
    const end = [...rest].findIndex((sign) => {
      depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
      return depth === 0;
    });
    yield rest.slice(0, end);
  }
}

/** A class twice is once. */
const once = (classes: string) => [...new Set(classes.split(/\s+/).reverse())].reverse().join(' ').trim();

const mixed = new Set(sources.flatMap((source) => [...calls(source)].map((call) => once(literals(call).join(' ')))));
/** What users give to a part that takes classes. */
const users = new Set(
  sources.flatMap((source) =>
    [
      ...source.matchAll(
        /<(?:Button|Textarea|IconButton|Link|ToneMark|Input|Section|Field|Skeleton|Select|Segmented|CellMark|SettingFields)\b[^<]*?className="([^"]*)"/g,
      ),
    ].map(([, classes = '']) => classes),
  ),
);

test('classes that are mixed are merged as the whole table of Tailwind merges them', () => {
  expect(mixed.size).toBeGreaterThan(40);
  for (const classes of mixed) expect(mergeClasses(classes)).toBe(twMerge(classes));
});

const parts = [
  'button',
  'textarea',
  'icon-button',
  'link',
  'tone-mark',
  'input',
  'section',
  'field',
  'skeleton',
  'select',
  'segmented',
];

test.each(parts)('classes that are given to a %s are merged so as well', (part) => {
  const own = literals(readFileSync(join(root, 'components/ui', `${part}.tsx`), 'utf8')).filter(
    (text) => !/[#@]|\.\w/.test(text),
  );
  expect(users.size).toBeGreaterThan(10);
  for (const classes of users) {
    const together = once(`${own.join(' ')} ${classes}`);
    expect(mergeClasses(together)).toBe(twMerge(together));
  }
});
