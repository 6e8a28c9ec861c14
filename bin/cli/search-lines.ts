import { counted } from '#lib/format/count.ts';
import { funnelStages } from '#lib/repair/funnel-stages.ts';
import type { SearchProgress } from '#lib/repair/records.ts';
import type { Paint } from './screen.ts';

/** Columns of the longest bar. */
const longestBar = 24;

/** What became of the candidates of a search that is over: a line for each step that they had to pass, drawn as a funnel. */
export function searchLines(progress: SearchProgress, paint: Paint): string[] {
  const { lines, candidates, tried, seconds, perSecond } = progress;
  const head = `  search: ${counted(lines, 'suspicious line')}, ${counted(candidates, 'candidate')}, ${tried} tried in ${seconds} s (${perSecond}/s)`;
  const stages = funnelStages(progress).map(({ label, left, lost }, at, all) => {
    const bar = '█'.repeat(tried === 0 ? 0 : Math.ceil((left / tried) * longestBar));
    const tone = at === all.length - 1 ? 'good' : 'quiet';
    return `    ${label.padEnd(14)} ${String(left).padStart(6)}  ${paint(tone, bar)}${lost === '' ? '' : paint('quiet', ` ${lost}`)}`;
  });
  return [head.replaceAll('\u00a0', ' '), ...stages];
}

/** How far a search that goes on is, for the line that is drawn in place. */
export function searchInBrief({ tried, candidates, fates }: SearchProgress): string {
  return `${tried} of ${candidates} tried, ${fates.improves} help`;
}
