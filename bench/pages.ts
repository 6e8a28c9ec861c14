import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import type { Pool } from 'pg';
import { freePort } from '#server/database/free-port.ts';
import { openPool } from '#server/db/pool.ts';
import type { Engine } from '#server/engine/engine.ts';
import { installedEngine } from '#server/engine/installed.ts';
import { startStack } from '../bin/stack/stack.ts';
import { atMost, type Bench, type Figure, plainFigure } from './bench.ts';
import { createBigRun, size } from './pages/big-run.ts';
import { commitToPage } from './pages/latency.ts';
import { loadPage, type PageLoad } from './pages/page-load.ts';
import { createScriptedRun, type ScriptedLiveRun, scriptedRunner } from './pages/scripted-run.ts';

const liveRuns = 50;
const openPages = 20;
const seconds = 30;
/** Activities of an iteration, as the scripts answer them. */
const stepsOfIteration = 15;
const loads = 3;

export const pages: Bench = {
  does: `pages in Chromium: from a commit to the changed page with ${liveRuns} live runs and ${openPages} open pages, and loads of a run with ${size.transitions} transitions and ${size.tests} × ${size.iterations} results`,
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
      return [
        ...(await loadsOf(browser, signedIn, { origin, engine, say })),
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

type Place = { readonly origin: string; readonly engine: Engine; readonly say: (line: string) => void };

async function loadsOf(
  browser: Browser,
  signedIn: BrowserContextOptions,
  { origin, engine, say }: Place,
): Promise<Figure[]> {
  say(`making a run with ${size.transitions} transitions and ${size.tests} × ${size.iterations} results`);
  const number = await createBigRun(engine, await project(engine.pool, 'big'));
  const addresses: readonly (readonly [string, string, ((page: Page) => Promise<void>)?])[] = [
    ['overview', '/'],
    ['runs', '/runs'],
    ['launch', '/runs/new'],
    ['the large run', `/runs/${number}?tab=trace`, answersClick],
  ];
  const figures: Figure[] = [];
  for (const [name, address, use] of addresses) {
    // The first load of a route also loads it into the server.
    const all: PageLoad[] = [];
    for (let count = 0; count <= loads; count += 1) all.push(await loadPage(browser, signedIn, origin + address, use));
    const of = (pick: (load: PageLoad) => number) => median(all.slice(1).map(pick));
    const told = {
      script: of((one) => one.scriptKb),
      paint: of((one) => one.largestPaintMs),
      shift: of((one) => one.shift),
    };
    say(
      `${name}: ${told.script.toFixed(0)} kB of scripts, largest paint ${told.paint.toFixed(0)} ms, shift ${told.shift.toFixed(3)}`,
    );
    figures.push(
      atMost(`${name}: scripts of a first load`, told.script, 250, 'kB', 0),
      atMost(`${name}: largest paint`, told.paint / 1_000, 1.2, 's'),
      atMost(`${name}: layout shift`, told.shift, 0.05, '', 3),
    );
    if (use !== undefined)
      figures.push(atMost(`${name}: interactive`, of((one) => one.interactiveMs ?? 0) / 1_000, 2, 's'));
  }
  return figures;
}

/** The map is there, a click on a cell is answered, and the trace has rows. */
async function answersClick(page: Page): Promise<void> {
  const cell = page.locator('[data-spot="0 0"]');
  await cell.click();
  await page.locator('[data-spot="0 0"][aria-pressed="true"]').waitFor();
  await page.getByRole('article').first().waitFor();
}

async function latencies(
  browser: Browser,
  signedIn: BrowserContextOptions,
  { origin, engine, say }: Place,
): Promise<Figure[]> {
  const projectId = await project(engine.pool, 'live');
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

async function project(pool: Pool, name: string): Promise<string> {
  const id = randomUUID();
  await pool.query('INSERT INTO project (id, name, repository) VALUES ($1, $2, $2)', [id, name]);
  return id;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
