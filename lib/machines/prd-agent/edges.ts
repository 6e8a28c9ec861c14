import { clip } from '#lib/format/clip.ts';
import type { PrdState } from '#lib/prd/states.ts';
import { type Edge, edgesFor, type Fact, type Failure, type Node, type OutputOf } from '../edges.ts';
import type { PrdContext, PrdOutcome } from './context.ts';
import type { PrdEvents } from './events.ts';

export const { work, atOnce, on, due } = edgesFor<PrdContext, PrdEvents>();
export type PrdEdge<What> = Edge<PrdContext, What>;

/** What of an edge is left to say when its trigger, target and change are fixed. */
export type Partly<What> = Pick<PrdEdge<What>, 'because' | 'when' | 'evidence'>;

/**
 * An edge of the design's table: its trigger is written on the edge and begins the reason. The events that the design lets
 * the agent send are found by measuring here, so that nobody can claim them.
 */
export function triggered<What>(trigger: string, edge: PrdEdge<What>): PrdEdge<What> {
  return { label: trigger, ...edge, because: (context, what) => `${trigger}: ${edge.because(context, what)}` };
}

/** An edge that ends the session; the tree goes back to the last checkpoint unless everything was archived. */
export function ending<What>(outcome: PrdOutcome, edge: Partly<What> & { readonly label?: string }): PrdEdge<What> {
  return {
    label: outcome,
    ...edge,
    to: outcome === 'archived' ? '#IDLE.NOTE' : '#IDLE.RETURNING',
    // What was archived is no result any more where it ends otherwise.
    change: (context, what) => ({
      outcome,
      reason: clip(edge.because(context, what), 600).text,
      attempts: 0,
      archive: null,
    }),
  };
}

/** What the machine knows of the tree once it has gone back. */
export function atCheckpoint({ checkpoint, tree }: PrdContext): Partial<PrdContext> {
  return { tree: { ...tree, commit: checkpoint?.commit ?? null } };
}

/** Where a state goes on to once the file is written. */
interface Onward extends Omit<PrdEdge<null>, 'because' | 'record' | 'evidence'> {
  /** What its reason says beside what became of the file. */
  readonly says?: (context: PrdContext) => string;
  readonly record?: (context: PrdContext) => Fact;
}

/** The first thing that every state does: `active_context.md` says that the session is in it. */
export function noting(status: PrdState, ...next: readonly Onward[]): Node<PrdContext> {
  return work('note-context', {
    timeout: 'note time-out',
    input: ({ attempts, checkpoint, prd, statuses, tree }) => ({
      tree: tree.commit,
      task_status: status,
      auto_fix_attempts: attempts,
      last_checkpoint: checkpoint?.name ?? null,
      prdId: prd?.prdId ?? null,
      statuses: [...statuses],
    }),
    done: next.map((onward) => goingOn(onward, ({ edits }: OutputOf<'note-context'>) => edits, status)),
    // What the file says decides nothing: a session does not end because it cannot be written.
    failed: next.map((onward) => goingOn(onward, ({ message }: Failure) => message, status)),
  });
}

/** One way on: its own reason, and what became of the file. */
function goingOn<What>(
  { says, when, change, record, ...edge }: Onward,
  outcome: (what: What) => readonly string[] | string,
  status: PrdState,
): PrdEdge<What> {
  return {
    label: 'noted',
    ...edge,
    ...(when && { when: (context: PrdContext) => when(context, null) }),
    ...(change && { change: (context: PrdContext) => change(context, null) }),
    because: (context, what) =>
      [...(says === undefined ? [] : [says(context)]), fileInWords(outcome(what), status)].join('; '),
    record: [
      ...(record === undefined ? [] : [(context: PrdContext) => record(context)]),
      (context, what) => fileFact(context, outcome(what), status),
    ],
  };
}

function fileInWords(outcome: readonly string[] | string, status: PrdState): string {
  if (typeof outcome === 'string') return `active_context.md could not be written: ${outcome}`;
  const told = `active_context.md says ${status}`;
  return outcome.length === 0 ? told : `${told}; changed by hand, shown and not obeyed: ${outcome.join('; ')}`;
}

/** What became of the file; a hand edit that was found has a row of its own, so that the next writing does not hide it. */
function fileFact({ prd, at, attempts }: PrdContext, outcome: readonly string[] | string, status: PrdState): Fact {
  const [edits, trouble] = typeof outcome === 'string' ? [[], outcome] : [outcome, null];
  const key = edits.length === 0 ? 'file' : `edit:${prd?.prdId.slice(0, 8) ?? ''}:${status}:${at}:${attempts}`;
  return { kind: 'context', key, data: { task_status: status, edits, trouble } };
}

/** The record of a task, as pages list them. */
export function taskFact(task?: number): (context: PrdContext) => Fact {
  return ({ prd, statuses, at, allFixes: fixes, checkpoint, failure }) => {
    const which = task ?? at;
    const { id = '', title = '' } = prd?.tasks[which] ?? {};
    const status = statuses[which] ?? 'pending';
    return {
      kind: 'task',
      key: String(which).padStart(2, '0'),
      data: {
        task_id: id,
        title,
        status,
        fixes,
        commit: status === 'done' ? (checkpoint?.commit ?? null) : null,
        failure: status === 'done' ? null : (failure?.message ?? null),
      },
    };
  };
}
