import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Block, Inline } from '#lib/guide/blocks.ts';
import { blocksOf } from './blocks.ts';
import { guideImage, guidePage, guidePages, isGuidePage } from './guide.ts';

const folder = join(import.meta.dirname, '..', '..', 'docs', 'guide');

const inlineOf = (block: Block): readonly Inline[] => {
  if (block.kind === 'list') return block.items.flat();
  if (block.kind === 'table') return [...block.head, ...block.rows.flat()].flat();
  return block.kind === 'code' ? [] : block.inline;
};

describe.each(guidePages)('the page $id of the guide', ({ id }) => {
  test('begins with its title, and its links and pictures lead somewhere', async () => {
    const blocks = blocksOf(await guidePage(id));
    expect(blocks[0]).toMatchObject({ kind: 'heading', level: 1 });
    for (const part of blocks.flatMap(inlineOf)) {
      if (part.kind === 'link') expect(isGuidePage(part.href.replace(/\.md$/, '')), part.href).toBe(true);
      if (part.kind === 'image') expect(await guideImage(part.src.replace('images/', '')), part.src).not.toBeNull();
    }
  });
});

test('every file of the guide is a page of it', async () => {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.md'));
  expect(files.toSorted()).toEqual(guidePages.map(({ id }) => `${id}.md`).toSorted());
});

test.each(['../../package.json', 'no-such.png', 'images/overview.png'])('there is no picture %s', async (name) => {
  expect(await guideImage(name)).toBeNull();
});
