import type { Browser, BrowserContextOptions } from '@playwright/test';
import { atMost, type Figure } from '../bench.ts';
import { median } from '../median.ts';
import { loadPage, type PageLoad } from './page-load.ts';
import type { Place } from './places.ts';

const loads = 3;

type Kind = Exclude<keyof PageLoad, 'interactiveMs'>;

/** What holds for the first load of any page, and how it is written. */
const limits = {
  scriptKb: ['scripts of a first load', 1, 250, 'kB', 0],
  largestPaintMs: ['largest paint', 1_000, 1.2, 's', 2],
  shift: ['layout shift', 1, 0.05, '', 3],
} as const satisfies Record<Kind, readonly [string, number, number, string, number]>;

/** The worst page of each kind of figure, and when the pages that are used have answered. Each page is told. */
export async function loadsOf(
  browser: Browser,
  signedIn: BrowserContextOptions,
  { origin, places, say }: { origin: string; places: Readonly<Record<string, Place>>; say: (line: string) => void },
): Promise<Figure[]> {
  const taken: (PageLoad & { readonly name: string })[] = [];
  for (const [name, { address, use }] of Object.entries(places)) {
    // The first answer of a route also loads it into the server.
    await answer(browser, signedIn, origin + address);
    const all: PageLoad[] = [];
    for (let count = 0; count < loads; count += 1) all.push(await loadPage(browser, signedIn, origin + address, use));
    const load = medianOf(all);
    say(
      `${name}: ${load.scriptKb.toFixed(0)} kB of scripts, largest paint ${load.largestPaintMs.toFixed(0)} ms, shift ${load.shift.toFixed(3)}`,
    );
    taken.push({ name, ...load });
  }
  const worst = Object.entries(limits).flatMap(([kind, [what, unit, limit, of, digits]]) => {
    const figure = (load: PageLoad): number => load[kind as Kind] / unit;
    const [first] = taken.toSorted((one, other) => figure(other) - figure(one));
    if (first === undefined) return [];
    return [atMost(`${what}, the worst of ${taken.length} pages: ${first.name}`, figure(first), limit, of, digits)];
  });
  const used = taken.flatMap(({ name, interactiveMs }) =>
    interactiveMs === null ? [] : [atMost(`${name}: interactive`, interactiveMs / 1_000, 2, 's')],
  );
  return [...worst, ...used];
}

async function answer(browser: Browser, signedIn: BrowserContextOptions, address: string): Promise<void> {
  const context = await browser.newContext(signedIn);
  const response = await context.request.get(address);
  const status = response.status();
  await context.close();
  if (status !== 200) throw new Error(`${address} answers ${status}`);
}

function medianOf(all: readonly PageLoad[]): PageLoad {
  const of = (pick: (load: PageLoad) => number) => median(all.map(pick));
  const used = all.some(({ interactiveMs }) => interactiveMs !== null);
  return {
    scriptKb: of((one) => one.scriptKb),
    largestPaintMs: of((one) => one.largestPaintMs),
    shift: of((one) => one.shift),
    interactiveMs: used ? of((one) => one.interactiveMs ?? Number.NaN) : null,
  };
}
