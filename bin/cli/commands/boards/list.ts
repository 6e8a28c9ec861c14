import { relativeTime } from '#lib/format/relative-time.ts';
import { type FleetBoard, fleet } from '#server/store/boards/fleet.ts';
import { type ExitCode, exitCode } from '../../exit-code.ts';
import { table } from '../../table.ts';
import { withStack } from '../../with-stack.ts';

interface ListOptions {
  readonly site?: string;
  readonly all?: true;
  readonly json?: true;
}

/** `firmloop boards list`: every board, what it is worth and who has it. */
export async function boardsList({ site, all = undefined, json }: ListOptions): Promise<ExitCode> {
  const sites = site === undefined ? null : [site];
  const found = await withStack({ runner: false }, ({ pool }) => fleet(pool, { sites, retired: all === true }));
  if (json) console.log(JSON.stringify({ boards: found }));
  else if (found.length === 0) console.log('There are no boards. Take some over with `firmloop boards import FILE`.');
  else console.log(table([['board', 'type', 'site', 'health', 'occupancy', 'tags'], ...found.map(rowOf)]).join('\n'));
  return exitCode.success;
}

function rowOf(board: FleetBoard): string[] {
  const health = board.offlineSince === null ? board.health : `${board.health}, offline`;
  return [board.name, board.type, board.site, health, occupancyOf(board), board.tags.join(' ')];
}

/** Who has a board, and for how long: `in use: eve, until in 2 h`. */
export function occupancyOf({ occupancy, held, next }: FleetBoard): string {
  const now = Date.now();
  if (held !== null) return `in use: ${held.holder}, until ${relativeTime(held.to, now)}`;
  return next === null ? occupancy : `reserved: ${next.holder}, ${relativeTime(next.from, now)}`;
}
