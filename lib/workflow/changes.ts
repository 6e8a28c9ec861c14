import type { WorkflowTemplate } from './template.ts';

/** One line of what an update does to a workflow. */
export interface WorkflowChange {
  readonly sign: '+' | '-' | '~' | ' ';
  readonly kind: 'stage' | 'step';
  readonly id: string;
  readonly text: string;
}

/** The two workflows as one list, in the order of the later one, with what is gone where it stood. */
export function changesBetween(before: WorkflowTemplate, after: WorkflowTemplate): readonly WorkflowChange[] {
  return merged(before.stages, after.stages).flatMap(({ was, is }) => [
    line('stage', was, is),
    ...merged(was?.steps ?? [], is?.steps ?? []).map((step) => line('step', step.was, step.is)),
  ]);
}

/** `adds 1 stage, changes 2 steps`: an update in a clause. */
export function changesInWords(changes: readonly WorkflowChange[]): string {
  const clauses = (['+', '-', '~'] as const).flatMap((sign) =>
    (['stage', 'step'] as const).flatMap((kind) => {
      const ids = changes.filter((one) => one.sign === sign && one.kind === kind).map(({ id }) => id);
      return ids.length === 0 ? [] : [`${verbs[sign]} the ${kind}${ids.length === 1 ? '' : 's'} ${listed(ids)}`];
    }),
  );
  return clauses.length === 0 ? 'changes nothing' : clauses.join(', ');
}

const verbs = { '+': 'adds', '-': 'drops', '~': 'changes' } as const;

interface Part {
  readonly id: string;
  readonly title: string;
  readonly goal: string;
}

function line(kind: WorkflowChange['kind'], was: Part | undefined, is: Part | undefined): WorkflowChange {
  const part = is ?? was;
  const sign = was === undefined ? '+' : is === undefined ? '-' : textOf(was) === textOf(is) ? ' ' : '~';
  return { sign, kind, id: part?.id ?? '', text: part === undefined ? '' : textOf(part) };
}

const textOf = ({ title, goal }: Part): string => [title, goal].filter(Boolean).join(': ');

function merged<P extends Part>(
  before: readonly P[],
  after: readonly P[],
): { was: P | undefined; is: P | undefined }[] {
  const rows: { was: P | undefined; is: P | undefined }[] = after.map((is) => ({
    was: before.find(({ id }) => id === is.id),
    is,
  }));
  for (const [at, was] of before.entries()) {
    if (after.some(({ id }) => id === was.id)) continue;
    const earlier = before.slice(0, at).map(({ id }) => id);
    const behind = rows.findLastIndex(({ was: one }) => one !== undefined && earlier.includes(one.id));
    rows.splice(behind + 1, 0, { was, is: undefined });
  }
  return rows;
}

const mostListed = 4;

function listed(ids: readonly string[]): string {
  const shown = ids.slice(0, mostListed).join(', ');
  return ids.length > mostListed ? `${shown} and ${ids.length - mostListed} more` : shown;
}
