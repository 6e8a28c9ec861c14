import { exactTime } from '#lib/format/exact-time.ts';
import { boardEvents } from '#server/store/boards/board-events.ts';
import { type FleetBoard, fleet } from '#server/store/boards/fleet.ts';
import { boardNamed } from '#server/store/boards/inventory.ts';
import { type ExitCode, exitCode } from '../../exit-code.ts';
import { table } from '../../table.ts';
import { withStack } from '../../with-stack.ts';
import { occupancyOf } from './list.ts';

const shownEvents = 15;

/** `firmloop boards show`: one board, how it is reached, and what happened to it lately. */
export async function boardsShow(name: string, { json }: { readonly json?: true }): Promise<ExitCode> {
  const { board, events } = await withStack({ runner: false }, async ({ pool }) => {
    const known = await boardNamed(pool, name);
    const [found] = await fleet(pool, { sites: null, retired: true, name: known.name });
    return {
      board: found ?? { ...known, occupancy: 'free' as const, held: null, next: null },
      events: await boardEvents(pool, { boardId: known.id, limit: shownEvents }),
    };
  });
  if (json) {
    console.log(JSON.stringify({ board, events }));
    return exitCode.success;
  }
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const happened = events.map(({ at, kind, actor, reason }) => [exactTime(at, zone), kind, actor, reason]);
  console.log(table(facts(board)).join('\n'));
  console.log(`\n${table([['when', 'what', 'who', 'why'], ...happened]).join('\n')}`);
  return exitCode.success;
}

function facts(board: FleetBoard): string[][] {
  const { name, type, site, serial, host, tags, notes, health, healthReason, offlineBecause, connections } = board;
  return [
    ['board', name],
    ['type', type],
    ['site', host === null ? site : `${site}, at the host ${host}`],
    ['serial', serial ?? 'unknown'],
    ['tags', tags.join(' ')],
    ['health', healthReason === '' ? health : `${health}: ${healthReason}`],
    ['reached', offlineBecause === null ? 'yes' : `no: ${offlineBecause}`],
    ['occupancy', occupancyOf(board)],
    ['reached by', JSON.stringify(connections)],
    ...(notes === '' ? [] : [['notes', notes]]),
  ];
}
