import type { Edit } from '../mutate/draft.ts';

/**
 * Where a closing brace is missing, judged by indentation: before the first line that stands further left than its block
 * allows. Null when braces and indentation agree.
 */
export function missingBrace(text: string): Edit | null {
  const open: string[] = [];
  let offset = 0;
  let inComment = false;
  for (const line of text.split('\n')) {
    const code = withoutTexts(line);
    const bareLine = inComment ? code.replace(/^.*?\*\//, '') : code;
    const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
    const trimmed = bareLine.trim();
    const isCode =
      trimmed !== '' &&
      !trimmed.startsWith('#') &&
      !trimmed.startsWith('}') &&
      !/^\w+:$/.test(trimmed) &&
      !/^(?:case|default)\b/.test(trimmed) &&
      !trimmed.startsWith('{');
    const block = open.at(-1);
    if (!inComment && isCode && block !== undefined && indent.length <= block.length) {
      return { start: offset, end: offset, text: `${block}}\n${block === '' ? '\n' : ''}` };
    }
    if (!inComment && trimmed.startsWith('}') && block !== undefined && indent.length < block.length) {
      return { start: offset, end: offset, text: `${block}}\n` };
    }
    for (const character of bareLine) {
      if (character === '{') open.push(indent);
      if (character === '}') open.pop();
    }
    inComment = (inComment && !code.includes('*/')) || /\/\*(?!.*\*\/)/.test(code);
    offset += line.length + 1;
  }
  const last = open.at(-1);
  return last === undefined
    ? null
    : { start: text.length, end: text.length, text: `${text.endsWith('\n') ? '' : '\n'}${last}}\n` };
}

/** The line without what stands in quotes and without a comment that ends on it. */
function withoutTexts(line: string): string {
  return line
    .replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, '""')
    .replace(/\/\*.*?\*\//g, ' ')
    .replace(/\/\/.*$/, '');
}
