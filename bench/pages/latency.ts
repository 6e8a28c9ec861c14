import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import type { ScriptedLiveRun } from './scripted-run.ts';

/** Each run takes a step so often, milliseconds. */
const stepEveryMs = 1_000;

interface Commit {
  readonly run: number;
  readonly transitions: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Lets every run go on for a while and gives, for each step of a run with an open page, the milliseconds from its commit to the changed page. */
export async function commitToPage(
  browser: Browser,
  signedIn: BrowserContextOptions,
  { origin, runs, open, seconds }: { origin: string; runs: readonly ScriptedLiveRun[]; open: number; seconds: number },
): Promise<number[]> {
  // Spread as the runs are: steps of neighbours come one after the other.
  const watched = runs.filter((_, index) => Math.ceil((index * open) / runs.length) * runs.length < (index + 1) * open);
  const pages = new Map<number, Page>();
  // A context each, as people have a browser each.
  for (const { number } of watched) {
    const context = await browser.newContext({ ...signedIn, viewport: { width: 1440, height: 900 } });
    pages.set(number, await watch(await context.newPage(), `${origin}/runs/${number}`));
  }
  const until = Date.now() + seconds * 1_000;
  const commits = await Promise.all(runs.map((run, index) => goOn(run, { until, index, of: runs.length })));
  await Promise.all([...pages.values()].map((page) => page.waitForTimeout(2_000)));
  const seen = new Map<number, [number, number][]>();
  for (const [number, page] of pages) seen.set(number, await page.evaluate(() => Reflect.get(window, 'seen')));
  await Promise.all([...pages.values()].map((page) => page.context().close()));
  return commits.flat().flatMap((commit) => {
    const shown = seen.get(commit.run)?.find(([transitions]) => transitions >= commit.transitions);
    if (!pages.has(commit.run)) return [];
    return [shown === undefined ? Number.POSITIVE_INFINITY : shown[1] - commit.at];
  });
}

async function goOn(
  run: ScriptedLiveRun,
  { until, index, of }: { until: number; index: number; of: number },
): Promise<Commit[]> {
  const commits: Commit[] = [];
  // Spread over the second, as runs that know nothing of each other are.
  let next = Date.now() + (index / of) * stepEveryMs;
  while (next < until) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(next - Date.now(), 0)));
    const { transitions, at } = await run.step();
    commits.push({ run: run.number, transitions, at });
    next = Math.max(next + stepEveryMs, Date.now());
  }
  return commits;
}

/** Opens a run's page that writes down when it shows how many transitions. */
async function watch(page: Page, address: string): Promise<Page> {
  await page.goto(address);
  await page.getByText('live', { exact: true }).waitFor({ timeout: 60_000 });
  await page.getByRole('slider', { name: 'Transition' }).evaluate((slider) => {
    const seen: [number, number][] = [];
    Reflect.set(window, 'seen', seen);
    const look = () => {
      const shown = Number(slider.getAttribute('max'));
      if (shown > (seen.at(-1)?.[0] ?? 0)) seen.push([shown, Date.now()]);
    };
    // Looking at no more than this costs the page least.
    new MutationObserver(look).observe(slider, { attributeFilter: ['max'] });
    look();
  });
  return page;
}
