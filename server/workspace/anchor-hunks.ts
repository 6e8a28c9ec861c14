import type { DiffLine, Hunk } from '#lib/diff/parsed-diff.ts';
import { beginOf, endOf, linesOf } from './place-hunk.ts';

type Line = Pick<DiffLine, 'kind' | 'text' | 'noNewline'>;

/** Lines of a hunk, for what stands from `begin` to before `end` in the old file, counted from 0. */
interface Block {
  readonly begin: number;
  readonly end: number;
  readonly section: string;
  readonly lines: readonly Line[];
}

/**
 * Hunks that stand in a text where they say, with the context that git needs to find them there: it looks for a hunk without
 * context after its changes at the end of the file only, and one that names no line of the file fits everywhere. Hunks that
 * would share such a line become one.
 */
export function anchorHunks(hunks: readonly Hunk[], text: string): Hunk[] {
  const file = contextOf(text);
  const blocks: Block[] = [];
  for (const hunk of hunks) {
    const block = { begin: beginOf(hunk), end: endOf(hunk), section: hunk.section, lines: hunk.lines };
    const last = blocks.at(-1);
    const between = last === undefined ? -1 : block.begin - last.end;
    if (last !== undefined && (between === 0 || between === 1)) blocks.splice(-1, 1, joined(last, block, file));
    else blocks.push(block);
  }
  return numbered(blocks.map((block) => anchored(block, file)));
}

interface Context {
  readonly length: number;
  lines(begin: number, end: number): Line[];
}

function contextOf(text: string): Context {
  const lines = linesOf(text);
  const line = (at: number): Line => ({
    kind: 'context',
    text: lines[at] ?? '',
    noNewline: at === lines.length - 1 && !text.endsWith('\n'),
  });
  return {
    length: lines.length,
    lines: (begin, end) => Array.from({ length: end - begin }, (_, at) => line(begin + at)),
  };
}

function joined(first: Block, second: Block, file: Context): Block {
  const between = file.lines(first.end, second.begin);
  return { ...first, end: second.end, lines: [...first.lines, ...between, ...second.lines] };
}

function anchored(block: Block, file: Context): Block {
  const { begin, end, lines } = block;
  if (lines.at(-1)?.kind !== 'context' && end < file.length)
    return { ...block, end: end + 1, lines: [...lines, ...file.lines(end, end + 1)] };
  if (begin === end && begin > 0)
    return { ...block, begin: begin - 1, lines: [...file.lines(begin - 1, begin), ...lines] };
  return block;
}

/** Blocks as hunks, with the numbers that git itself would write. */
function numbered(blocks: readonly Block[]): Hunk[] {
  let shift = 0;
  return blocks.map(({ begin, end, section, lines }) => {
    const oldCount = end - begin;
    const newCount = lines.filter(({ kind }) => kind !== 'delete').length;
    const [oldStart, newStart] = [startOf(begin, oldCount), startOf(begin + shift, newCount)];
    let [oldLine, newLine] = [begin + 1, begin + shift + 1];
    shift += newCount - oldCount;
    return {
      oldStart,
      oldCount,
      newStart,
      newCount,
      section,
      lines: lines.map((line) => ({
        ...line,
        oldLine: line.kind === 'add' ? null : oldLine++,
        newLine: line.kind === 'delete' ? null : newLine++,
      })),
    };
  });
}

/** Of nothing, the line before is named. */
function startOf(begin: number, count: number): number {
  return count === 0 ? begin : begin + 1;
}
