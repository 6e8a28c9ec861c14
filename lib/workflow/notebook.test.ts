import { expect, test } from 'vitest';
import { codeCell, languageOfCells, languageOfNotebook, notebookOf, notebookText } from './notebook.ts';

test.each(['python', 'javascript'] as const)('a notebook in %s says so, whoever reads it again', (language) => {
  const cells = [
    { cell_type: 'markdown' as const, id: 'a', metadata: {}, source: '# x' },
    codeCell('b', 'x', language),
  ];
  expect(languageOfCells(cells)).toBe(language);
  expect(languageOfNotebook(notebookText(notebookOf(cells, 'title')))).toBe(language);
});

test.each([
  ['no notebook', 'nothing'],
  ['a list', '[]'],
  ['a kernelspec without a language', '{"metadata": {"kernelspec": {"name": "x"}}}'],
  ['a language that no kernel has', '{"metadata": {"kernelspec": {"language": "R"}}}'],
])('%s names no language', (_, text) => {
  expect(languageOfNotebook(text)).toBeNull();
});
