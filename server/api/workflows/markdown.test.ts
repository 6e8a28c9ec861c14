import { expect, test } from 'vitest';
import { cellView } from './cell-view.ts';
import { strangersMarkdown } from './markdown.ts';

test('markdown of a stranger is text, lists and tables, with links to web pages only', () => {
  const blocks = strangersMarkdown(
    '# Drift\n\n- *one* [page](https://example.org)\n- [trap](javascript:alert(1))\n\n![a picture](https://example.org/spy.png)\n\n> quoted\n',
  );
  expect(blocks[0]).toEqual({ kind: 'heading', level: 2, inline: [{ kind: 'text', text: 'Drift' }] });
  const text = JSON.stringify(blocks);
  expect(text).toContain('"href":"https://example.org"');
  expect(text).not.toMatch(/javascript:|spy\.png/);
  expect(text).toContain('quoted');
});

test.each(['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', 'a <b onclick="x">b</b>'])(
  'HTML in it is text: %s',
  (source) => {
    for (const block of strangersMarkdown(source)) expect(block.kind).toBe('paragraph');
  },
);

test('outputs are text and pictures; HTML is neither drawn nor run', () => {
  const view = cellView(
    {
      cell_type: 'code',
      ...{ id: 'cell-1', metadata: {}, source: 'x', execution_count: 1 },
      outputs: [
        {
          output_type: 'display_data',
          metadata: {},
          data: { 'text/html': '<script>1</script>', 'text/plain': 'a table' },
        },
        {
          output_type: 'display_data',
          metadata: {},
          data: { 'image/svg+xml': '<svg onload="x"/>', 'text/plain': 'bars' },
        },
        { output_type: 'error', ename: 'E', evalue: '', traceback: ['\u001b[31mred\u001b[0m'] },
      ],
    },
    { name: null, ok: false },
  );
  expect(view).toMatchObject({
    outputs: [
      { kind: 'text', text: 'a table' },
      { kind: 'image', src: expect.stringMatching(/^data:image\/svg\+xml;base64,/), alt: 'bars' },
      { kind: 'trouble', text: 'red' },
    ],
  });
});
