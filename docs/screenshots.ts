import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import setup from '../e2e/global-setup.ts';
import { launch, query } from '../e2e/support/api.ts';
import { copyOfThermostat, plateau, slowBuild } from '../e2e/support/firmware.ts';
import { furnishFarm } from './farm-of-guide.ts';

/** Size of a picture in CSS pixels; `components/guide` draws it in the same shape. */
const size = { width: 1200, height: 750 };
const images = join(import.meta.dirname, 'guide', 'images');

/** Ids of what pictures show. */
interface Things {
  readonly project: string;
  readonly board: string;
}

/** Each picture of the guide: where it is taken and what must be seen before it is. */
const pictures = {
  overview: { path: () => '/', ready: 'Ended today' },
  runs: { path: () => '/runs?agent=patches', ready: 'SUCCESS' },
  launch: { path: () => '/runs/new?set=criteria.target_pass_rate:0.95', ready: 'The same from a shell' },
  run: { path: () => '/runs/1', ready: 'SUCCESS' },
  reviews: { path: () => '/reviews', ready: 'CONVERGED_WITH_IMPROVEMENT' },
  review: { path: () => '/reviews/1', ready: 'What was tried' },
  notifications: { path: () => '/settings/notifications', ready: 'Delivery log' },
  lab: { path: () => '/lab?max=4', ready: 'Iterations saved' },
  projects: { path: () => '/projects', ready: 'thermostat' },
  project: { path: ({ project }: Things) => `/projects/${project}`, ready: 'Tests that do not pass' },
  boards: { path: () => '/boards', ready: 'In the queue' },
  'boards-timeline': { path: () => '/boards?view=timeline&span=day', ready: 'Drag over free time' },
  board: { path: ({ board }: Things) => `/boards/${board}`, ready: 'heartbeat work' },
  console: { path: ({ board }: Things) => `/boards/${board}/console`, ready: 'hello, board' },
} as const;

/** How long a run of the example may take. */
const patience = 120_000;

const end = await setup();
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  chromiumSandbox: process.getuid?.() !== 0,
});
try {
  const context = await browser.newContext({
    viewport: size,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    baseURL: process.env.FIRMLOOP_URL ?? '',
    storageState: process.env.FIRMLOOP_STORAGE_STATE ?? '',
  });
  const { request } = context;
  await launch(request, await copyOfThermostat(), { maxIterations: 3 });
  await launch(request, await copyOfThermostat(plateau()), { mode: 'interactive' });
  await launch(request, await copyOfThermostat(slowBuild(600)));
  const page = await context.newPage();
  await seen(page, '/', 'review');
  const board = await furnishFarm(request);
  const { projects } = await query<{ projects: { id: string }[] }>(request, 'projects.list', {});
  const things = { project: projects.at(-1)?.id ?? '', board };
  for (const [name, { path, ready }] of Object.entries(pictures)) {
    await seen(page, path(things), ready);
    await page.evaluate(tidyPaths);
    await page.screenshot({ path: join(images, `${name}.png`) });
  }
} finally {
  await browser.close();
  await end();
}

/** Opens a page and waits until it shows a text by itself, and then stands still. */
async function seen(page: Page, path: string, text: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('main').getByText(text).filter({ visible: true }).first().waitFor({ timeout: patience });
  await page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => undefined);
}

/** The folders of this machine are nobody's business: they are shown as a team would name its own. */
function tidyPaths(): void {
  const tidy = (text: string) =>
    text.replace(/FIRMLOOP_HOME=\S+ /, '').replaceAll(/\/(?!runs|guide)[\w./-]*\/(?=thermostat)/g, '/srv/firmware/');
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.nodeValue = tidy(texts.currentNode.nodeValue ?? '');
  for (const input of document.querySelectorAll('input')) input.value = tidy(input.value);
}
