import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test.each([
  [['a', 1, null, 'b'], 'a,1,,b'],
  [['a "word", and more'], '"a ""word"", and more"'],
  [['two\nlines'], '"two\nlines"'],
  [['=HYPERLINK("http://x")'], `"'=HYPERLINK(""http://x"")"`],
  [['+1', '-1', '@x', '\tx', '\rx'], `'+1,'-1,'@x,'\tx,"'\rx"`],
  [['＝1', '＠x'], "'＝1,'＠x"],
  [[-1], '-1'],
])('%j becomes %j', (cells, line) => {
  expect(csvLine(cells)).toBe(`${line}\r\n`);
});
