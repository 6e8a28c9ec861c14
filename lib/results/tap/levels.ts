import type { CaseDraft, Collector } from '../collector.ts';
import { addPoint, createLevel, planProblem, type TapLevel } from './level.ts';
import type { TapLine } from './tap-line.ts';

/** The stack of nesting levels, and the results that wait in it for the name of their subtest. */
export interface TapLevels {
  /** The point that a diagnostic block may belong to. */
  open(): CaseDraft | undefined;
  plan(indent: number, plan: Extract<TapLine, { kind: 'plan' }>, line: number): void;
  point(indent: number, point: Extract<TapLine, { kind: 'point' }>, line: number): void;
  /** A version line begins a level of its own when it is indented further. */
  begin(indent: number): void;
  announce(name: string): void;
  end(): void;
}

export function createLevels(collector: Collector): TapLevels {
  const root = createLevel(0);
  const levels: TapLevel[] = [root];
  let announced = '';

  return {
    open: () => top().open,
    begin: (indent) => void settle(indent),
    announce(name) {
      announced = name;
    },
    plan(indent, plan, line) {
      const level = settle(indent);
      if (level.plan !== undefined) collector.warn(line, 'there is a second plan; the first one counts');
      else level.plan = plan;
    },
    point(indent, point, line) {
      const { drafts: below } = closeAbove(indent);
      const level = settle(indent);
      flush(level);
      if (point.number !== undefined && level.numbers.has(point.number)) {
        collector.warn(line, `test number ${point.number} comes twice`);
      }
      const draft = addPoint(level, point);
      for (const inner of below) emit(level, under(draft.name, inner));
      const saidBelow = below.length > 0 && (draft.status !== 'failed' || below.some(isFailing));
      level.open = saidBelow ? undefined : draft;
    },
    end() {
      settle(0);
      finish(root);
    },
  };

  function top(): TapLevel {
    return levels.at(-1) ?? root;
  }

  /** The level of this indentation; deeper ones that no point has named are closed under their announced name. */
  function settle(indent: number): TapLevel {
    const { drafts, name } = closeAbove(indent);
    flush(top());
    for (const draft of drafts) emit(top(), under(name, draft));
    if (indent > top().indent) {
      levels.push(createLevel(indent, announced));
      announced = '';
    }
    return top();
  }

  /** Closes all levels deeper than the indentation and gives the results and the announced name of the outermost. */
  function closeAbove(indent: number): { drafts: CaseDraft[]; name: string } {
    let closed: { drafts: CaseDraft[]; name: string } = { drafts: [], name: '' };
    while (top().indent > indent && levels.length > 1) {
      const level = top();
      for (const draft of closed.drafts) emit(level, under(closed.name, draft));
      finish(level);
      levels.pop();
      closed = { drafts: level.drafts, name: level.announced };
    }
    return closed;
  }

  function finish(level: TapLevel): void {
    flush(level);
    const where = level === root ? '' : `subtest ${level.announced || 'without a name'}: `;
    const problem = planProblem(level);
    if (level.plan?.skipAll !== undefined && level.points === 0) {
      emit(level, { suite: '', name: '(all tests)', status: 'skipped', reason: level.plan.skipAll });
      return;
    }
    if (problem === undefined) return;
    if (level !== root && level.plan === undefined) collector.warn(null, `${where}${problem.because}`);
    else collector.incomplete(`${where}${problem.because}`);
    if (problem.outside.length > 0) {
      const message = `tests outside the plan: ${problem.outside.slice(0, 20).join(', ')}`;
      emit(level, { suite: '', name: '(plan)', status: 'failed', message });
    }
  }

  function flush(level: TapLevel): void {
    if (level.open !== undefined) emit(level, level.open);
    level.open = undefined;
  }

  function emit(level: TapLevel, draft: CaseDraft): void {
    if (level === root || level.drafts.length >= collector.limits.cases) collector.add(draft);
    else level.drafts.push(draft);
  }
}

function under(name: string, draft: CaseDraft): CaseDraft {
  return { ...draft, suite: [name, draft.suite].filter((part) => part !== '').join(' > ') };
}

function isFailing({ status }: CaseDraft): boolean {
  return status === 'failed' || status === 'error';
}
