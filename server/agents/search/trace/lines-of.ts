import { type LineKey, lineKey } from '#lib/repair/localise/spectrum.ts';
import type { Site } from '#server/environments/environment.ts';
import { sourceLines } from '#server/environments/source-lines.ts';
import { searchTunables } from '../tunables.ts';

export interface LinesQuestion {
  readonly symbols: string;
  readonly addresses: readonly number[];
  readonly tools: readonly string[];
  /** The folder that the program was built in, where it is not that of the site. */
  readonly madeIn: string;
}

/** The source line of each address; addresses without one are left out. */
export async function linesOf(
  site: Site,
  { symbols, addresses, tools, madeIn }: LinesQuestion,
): Promise<Map<number, LineKey>> {
  const lines = new Map<number, LineKey>();
  for (let at = 0; at < addresses.length; at += searchTunables.addressesAtOnce) {
    const some = addresses.slice(at, at + searchTunables.addressesAtOnce);
    const { places } = await sourceLines(site, {
      symbols,
      addresses: some,
      tools,
      deadlineMs: searchTunables.sourceLinesMs,
    });
    for (const [index, address] of some.entries()) {
      const [, path, line] = /\(([^()]+):(\d+)\)$/.exec(places[index] ?? '') ?? [];
      if (path === undefined || line === undefined) continue;
      const isInside = path.startsWith(`${madeIn}/`);
      lines.set(address, lineKey(isInside ? path.slice(madeIn.length + 1) : path, Number(line)));
    }
  }
  return lines;
}
