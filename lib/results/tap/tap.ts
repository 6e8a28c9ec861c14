import type { Collector } from '../collector.ts';
import type { LineReader } from '../line-parser.ts';
import { createDiagnosticBlock, type DiagnosticBlock } from './diagnostic-block.ts';
import { createLevels } from './levels.ts';
import { readTapLine } from './tap-line.ts';

const kernelStamp = /^\s*(?:<\d+>)?\[\s*\d+\.\d+\](?:\[\s*[TC]\d+\])? ?/;
const versionInComment = /^#\s+K?TAP version/;
const resultInComment = /^#\s+(?:\d+\.\.\d+|(?:not )?ok\b)/;

/**
 * TAP 12, 13, 14 and the kernel's KTAP. Subtests are indented (4 spaces, KTAP 2) or, in kselftest, follow `# `; the point
 * after them names them. Leaves are counted; a point that only sums up its subtests is not, unless it fails on its own.
 */
export function readTap(collector: Collector): LineReader {
  const levels = createLevels(collector);
  let block: DiagnosticBlock | undefined;
  let commentsNest = false;

  return {
    line(raw, number) {
      const unstamped = raw.replace(kernelStamp, '');
      if (belongsToBlock(unstamped)) return true;
      const text = uncomment(unstamped);
      const indent = text.search(/\S|$/);
      const line = readTapLine(text.slice(indent));
      if (line.kind === 'plan') levels.plan(indent, line, number);
      else if (line.kind === 'point') levels.point(indent, line, number);
      else if (line.kind === 'version') levels.begin(indent);
      else if (line.kind === 'subtest') levels.announce(line.name);
      else if (line.kind === 'bail') collector.incomplete(`Bail out! ${line.why}`.trim());
      return line.kind !== 'other';
    },
    end() {
      closeBlock();
      levels.end();
    },
  };

  /** kselftest prefixes the lines of an inner test with `# `: read as if they were indented. */
  function uncomment(text: string): string {
    if (versionInComment.test(text)) commentsNest = true;
    const isInner = commentsNest && (versionInComment.test(text) || resultInComment.test(text));
    return isInner ? text.replace('#', ' ') : text;
  }

  function belongsToBlock(text: string): boolean {
    const indent = text.search(/\S|$/);
    const isBlank = indent === text.length;
    if (block === undefined) {
      if (indent === 0 || text.trim() !== '---' || levels.open() === undefined) return false;
      block = createDiagnosticBlock(indent);
      return true;
    }
    if (!isBlank && indent < block.indent) {
      closeBlock();
      return false;
    }
    if (text.trim() === '...') closeBlock();
    else block.add(text);
    return true;
  }

  function closeBlock(): void {
    const point = levels.open();
    if (block !== undefined && point !== undefined) {
      const { message, durationMs } = block.finish();
      if (point.status !== 'passed' && message !== '') point.message = message;
      point.durationMs = durationMs;
    }
    block = undefined;
  }
}
