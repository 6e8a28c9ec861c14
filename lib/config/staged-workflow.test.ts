import { expect, test } from 'vitest';
import { parseConfigOf } from './parse.ts';

const workflow = (file: string) => `machine: staged-workflow
planning: { use: service, url: "http://localhost:1/planning" }
generating: { use: service, url: "http://localhost:1/generating" }
notebook: { file: ${file} }
`;

test.each([
  ['firmloop.yaml', /must end in \.ipynb/],
  ['.git/x.ipynb', /must not lie in \.git/],
  ['../x.ipynb', /inside the repository/],
])('a notebook at %s is refused at its line', (file, message) => {
  const read = parseConfigOf('staged-workflow', workflow(file));
  expect(read).toMatchObject({
    ok: false,
    problems: [{ line: 4, path: 'notebook.file', message: expect.stringMatching(message) }],
  });
});

test('a notebook may lie in a folder', () => {
  expect(parseConfigOf('staged-workflow', workflow('reports/ä b.ipynb')).ok).toBe(true);
});
