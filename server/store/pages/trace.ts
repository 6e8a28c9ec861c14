import type { PrismaClient } from '#server/db/prisma.ts';

export interface TraceRange {
  readonly runId: string;
  /** Transitions with a greater number, the oldest of them first cut off at the limit. */
  readonly after?: number | undefined;
  /** Transitions with a smaller number. */
  readonly before?: number | undefined;
  /** Only those that leave or enter this state or a part of it. */
  readonly state?: string | undefined;
  /** Only those whose reason, event, author or states contain this, in any case of letters. */
  readonly text?: string | undefined;
  readonly limit: number;
}

/** Transitions of a run in order: those after a number, else the newest before a number, else the newest of all. */
export async function tracePage(prisma: PrismaClient, { runId, after, before, state, text, limit }: TraceRange) {
  const forward = after !== undefined;
  const rows = await prisma.transition.findMany({
    where: {
      runId,
      seq: { ...(forward && { gt: after }), ...(before !== undefined && { lt: before }) },
      AND: [...(state === undefined ? [] : [touching(state)]), ...(text === undefined ? [] : [containing(text)])],
    },
    orderBy: { seq: forward ? 'asc' : 'desc' },
    take: limit,
  });
  return forward ? rows : rows.reverse();
}

function touching(state: string) {
  const inside = { startsWith: `${state}.` };
  return { OR: [{ fromState: state }, { fromState: inside }, { toState: state }, { toState: inside }] };
}

function containing(text: string) {
  const part = { contains: text, mode: 'insensitive' as const };
  return { OR: [{ reason: part }, { eventType: part }, { actor: part }, { fromState: part }, { toState: part }] };
}
