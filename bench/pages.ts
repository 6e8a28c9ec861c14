import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test';
import { freePort } from '#server/database/free-port.ts';
import { openPool } from '#server/db/pool.ts';
import type { Engine } from '#server/engine/engine.ts';
import { installedEngine } from '#server/engine/installed.ts';
import { startStack } from '../bin/stack/stack.ts';
import { atMost, type Bench, type Figure, plainFigure } from './bench.ts';
import { size } from './pages/big-run.ts';
import { furnish, projectNamed } from './pages/furnish.ts';
import { commitToPage } from './pages/latency.ts';
import { loadsOf } from './pages/loads.ts';
import { placesOf } from './pages/places.ts';
import { createScriptedRun, type ScriptedLiveRun, scriptedRunner } from './pages/scripted-run.ts';

const liveRuns = 50;
const openPages = 20;
const seconds = 30;
/** Activities of an iteration, as the scripts answer them. */
const stepsOfIteration = 15;

export const pages: Bench = {
  does: `pages in Chromium: from a commit to the changed page with ${liveRuns} live runs and ${openPages} open pages, and loads of every page, with a run of ${size.transitions} transitions, ${size.tests} × ${size.iterations} results and a log of ${size.logMb} MB`,
  async run(say) {
    const home = await mkdtemp(join(tmpdir(), 'firmloop-bench-home-'));
    const stack = await startStack({
      home,
      host: '127.0.0.1',
      port: await freePort(),
      databaseUrl: undefined,
      web: true,
      // The script answers for the runners.
      runner: false,
      report: say,
    });
    const pool = openPool(stack.databaseUrl, { max: 12, name: 'firmloop-bench' });
    const browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      chromiumSandbox: process.getuid?.() !== 0,
      args: ['--disable-background-networking', '--disable-component-update', '--no-first-run'],
    });
    try {
      const { url: origin = '', signInUrl = '' } = stack;
      const signedIn = await signIn(browser, signInUrl);
      const engine = installedEngine(pool);
      say('making what the pages are to show');
      const furnished = await furnish(engine, stack.databaseUrl);
      return [
        ...(await loadsOf(browser, signedIn, { origin, places: placesOf(furnished), say })),
        ...(await latencies(browser, signedIn, { origin, engine, say })),
      ];
    } finally {
      await browser.close();
      await pool.end();
      await stack.stop();
      await rm(home, { recursive: true, force: true });
    }
  },
};

type Surroundings = { readonly origin: string; readonly engine: Engine; readonly say: (line: string) => void };

async function latencies(
  browser: Browser,
  signedIn: BrowserContextOptions,
  { origin, engine, say }: Surroundings,
): Promise<Figure[]> {
  const projectId = await projectNamed(engine.pool, 'live');
  const runner = await scriptedRunner(engine.pool);
  const runs: ScriptedLiveRun[] = [];
  for (let index = 0; index < liveRuns; index += 1)
    runs.push(await aheadBy(index, await createScriptedRun(engine, projectId, runner)));
  const took = await commitToPage(browser, signedIn, { origin, runs, open: openPages, seconds });
  const sorted = took.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
  say(
    `${sorted.length} steps seen: median ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms, worst ${at(1).toFixed(0)} ms`,
  );
  return [
    plainFigure('commit of a step to the changed page, median', `${at(0.5).toFixed(0)} ms`),
    atMost('commit of a step to the changed page, p95', at(0.95), 150, 'ms', 0),
  ];
}

/** Runs that know nothing of each other do not end their iterations together. */
async function aheadBy(steps: number, run: ScriptedLiveRun): Promise<ScriptedLiveRun> {
  for (let ahead = steps % stepsOfIteration; ahead > 0; ahead -= 1) await run.step();
  return run;
}

async function signIn(browser: Browser, url: string): Promise<BrowserContextOptions> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  const storageState = await context.storageState();
  await context.close();
  return { storageState };
}
