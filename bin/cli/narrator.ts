import type { Json } from '#lib/engine/json.ts';
import { percent } from '#lib/format/percent.ts';
import { type IterationRow, iterationRow, type Tally } from '#lib/report/iteration-row.ts';
import { iterationRecord } from '#lib/report/records.ts';
import type { RunInBrief } from '#server/store/runs-in-brief.ts';
import type { BriefTransition } from '#server/store/transitions-after.ts';
import type { Paint } from './screen.ts';
import { oneLine } from './table.ts';

/** What the log of a run adds since the last look. */
export interface News {
  readonly run: RunInBrief;
  readonly steps: readonly BriefTransition[];
  /** Records of all iterations so far. */
  readonly iterations: readonly Json[];
}

/** What there is to say since the last look. */
export interface Told {
  readonly lines: readonly string[];
  /** Counts of the tree that is kept now; null before anything was measured. */
  readonly kept: Tally | null;
}

/** Tells a run line by line: each iteration once it is over, trouble and turns when they come. */
export function createNarrator(paint: Paint): (news: News) => Told {
  let told = -1;
  return ({ run, steps, iterations }) => {
    const rows = iterations
      .flatMap((data) => iterationRecord.safeParse(data).data ?? [])
      .map(iterationRow)
      .sort((one, other) => one.iteration - other.iteration);
    const over = rows.filter((row) => row.iteration > told && isOver(row, run));
    told = over.at(-1)?.iteration ?? told;
    return {
      lines: [...steps.flatMap((step) => turnOf(step, paint)), ...over.map((row) => iterationLine(row, run, paint))],
      kept: rows.findLast(({ counts, kept }) => counts !== null && kept !== false)?.counts ?? null,
    };
  };
}

type RunProgress = Pick<RunInBrief, 'maxIterations' | 'finishedAt' | 'iteration'>;

function isOver({ iteration }: IterationRow, run: RunProgress): boolean {
  return run.finishedAt !== null || iteration < run.iteration;
}

/** `iteration 2 of 10: 24 of 30 tests pass (80.0 %), kept. 02-night.patch: the night begins…` */
export function iterationLine(row: IterationRow, run: RunProgress, paint: Paint): string {
  const { maxIterations } = run;
  const of = maxIterations === null || row.iteration > maxIterations ? '' : ` of ${maxIterations}`;
  const head = row.iteration === 0 ? 'base' : `iteration ${row.iteration}${of}`;
  const isUnderWay = row.counts === null && row.reason === null && !isOver(row, run);
  const { tone, text } = isUnderWay ? ({ tone: 'attention', text: 'under way' } as const) : resultOf(row);
  const word = row.verdict ?? row.signal;
  const patch = row.intent === 'confirm' ? 'confirms the last result' : row.patch;
  return `${head}: ${paint(tone, text)}${word === null ? '' : `, ${word}`}${patch === null ? '' : paint('quiet', ` – ${clipped(patch)}`)}`;
}

function resultOf({ counts, kept, rolled_back_to, reason }: IterationRow): {
  tone: Parameters<Paint>[0];
  text: string;
} {
  const back =
    rolled_back_to === null
      ? ', not kept'
      : `, rolled back to ${rolled_back_to === 0 ? 'the base' : `iteration ${rolled_back_to}`}`;
  const fate = kept === false ? back : '';
  if (counts === null) return { tone: 'bad', text: `${clipped(reason ?? 'no result')}${fate}` };
  const { passed, total } = counts;
  const rate = percent(passed / Math.max(total, 1)).replace('\u00a0', ' ');
  const tone = kept === false ? 'bad' : passed === total ? 'good' : 'attention';
  return { tone, text: `${passed} of ${total} tests pass (${rate})${fate}` };
}

const longestClaim = 100;

function clipped(text: string): string {
  const line = oneLine(text);
  return line.length <= longestClaim ? line : `${[...line].slice(0, longestClaim - 1).join('')}…`;
}

const turns = {
  ERROR_RECOVERY: 'trouble',
  HUMAN_REVIEW: 'a person is needed',
  STRATEGY_SWITCH: 'another strategy',
} as const;

/** Entering one of the states that a person wants to hear of. */
function turnOf({ from, to, reason }: BriefTransition, paint: Paint): string[] {
  const entered = Object.entries(turns).find(([state]) => within(to, state) && !within(from, state));
  return entered === undefined ? [] : [paint('attention', `  ${entered[1]}: ${oneLine(reason)}`)];
}

function within(path: string, state: string): boolean {
  return path === state || path.startsWith(`${state}.`);
}
