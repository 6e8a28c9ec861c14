import type { Page } from '@playwright/test';
import { reportIds } from '#lib/report/reports.ts';
import { places as plainPlaces } from '../../e2e/support/places.ts';
import type { Furnished } from './furnish.ts';

/** A page that is measured, and what shows that it answers a click. */
export interface Place {
  readonly address: string;
  readonly use?: (page: Page) => Promise<void>;
}

/** Every page that a person opens, by what it is called. */
export function placesOf({ project, largeRun, waitingRun, test, board }: Furnished): Readonly<Record<string, Place>> {
  const run = `/runs/${largeRun}`;
  const addresses = {
    ...plainPlaces,
    'a project': `/projects/${project}`,
    'the lab on a run': `/lab?run=${largeRun}`,
    ...Object.fromEntries(reportIds.map((id) => [`the report ${id}`, `/reports/${id}`])),
    'an import': '/results/1',
    'a test': `/tests/${test}`,
    'how tests are recognised': `/tests/identity?project=${project}`,
    'two iterations compared': `/compare?before=run:${largeRun}/0&after=run:${largeRun}/20`,
    'a page of the guide': '/guide/run',
    'a review': '/reviews/1',
    'a run that waits': `/runs/${waitingRun}`,
    'a board': `/boards/${board}`,
    'a console': `/boards/${board}/console`,
    'the audit log': '/settings/audit',
    'the large run, an iteration': `${run}?tab=iteration&iteration=20`,
    'the large run, its logs': `${run}?tab=logs`,
    'the large run, its artifacts': `${run}?tab=artifacts`,
    'the large run, its cost': `${run}?tab=cost`,
    'the large run, some time ago': `${run}?tab=trace&at=1000`,
  };
  return {
    ...Object.fromEntries(Object.entries(addresses).map(([name, address]) => [name, { address }])),
    'the large run': { address: `${run}?tab=trace`, use: answersClick },
  };
}

/** The map is there, a click on a cell is answered, and the trace has rows. */
async function answersClick(page: Page): Promise<void> {
  const cell = page.locator('[data-spot="0 0"]');
  await cell.click();
  await page.locator('[data-spot="0 0"][aria-pressed="true"]').waitFor();
  await page.getByRole('article').first().waitFor();
}
