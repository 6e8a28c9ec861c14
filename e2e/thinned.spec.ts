import { expect } from '@playwright/test';
import type { Pool } from 'pg';
import { openPool } from '#server/db/pool.ts';
import { mutate } from './support/api.ts';
import { copyOfThermostat } from './support/firmware.ts';
import { test } from './support/test.ts';
import { visit } from './support/visit.ts';

let pool: Pool;

test.beforeAll(() => {
  pool = openPool(process.env.DATABASE_URL ?? '', { max: 1, name: 'test' });
});

test.afterAll(() => pool.end());

/** No other run has this patch, so nothing else keeps it. */
const patch = `The thinned one: the ring is used whole.

diff --git a/src/filter.c b/src/filter.c
index 6d6c55f..38b1796 100644
--- a/src/filter.c
+++ b/src/filter.c
@@ -16,7 +16,7 @@ void filter_add(filter *filter, int16_t sample)
 
     filter->samples[filter->next] = sample;
     filter->sum += sample;
-    filter->next = (uint8_t)((filter->next + 1) % (FILTER_WINDOW - 1));
+    filter->next = (uint8_t)((1 + filter->next) % FILTER_WINDOW);
 }
 
 int16_t filter_average(const filter *filter)
`;

test('the page of an old run opens without what was removed of it, and with a part that cannot be read', async ({
  page,
  request,
  launch,
}) => {
  const run = await launch(await copyOfThermostat({ 'patches/00-thinned.patch': patch }), { maxIterations: 1 });
  const isOver = async () =>
    (await pool.query('SELECT finalised_at IS NOT NULL AS over FROM run WHERE id = $1', [run.id])).rows[0]?.over;
  await expect.poll(isOver, { timeout: 90_000 }).toBe(true);
  await pool.query(
    `UPDATE run SET created_at = created_at - interval '40 days', finished_at = finished_at - interval '40 days' WHERE id = $1`,
    [run.id],
  );
  const kinds = ['patches', 'files', 'results'];
  for (const kind of kinds) await mutate(request, 'retention.set', { kind, days: 30 });
  await mutate(request, 'retention.round', {});
  for (const kind of kinds) await mutate(request, 'retention.set', { kind, days: null });

  const address = `/runs/${run.number}?tab=iteration&iteration=1`;
  await visit(page, address);
  await expect(page.getByText('The patch of this iteration was removed')).toBeVisible();
  await expect(page.getByText('What the compiler said in this iteration was removed')).toBeVisible();
  // In place of the map of tests, and of the iteration's results.
  await expect(page.getByText('The results of single tests were removed')).toHaveCount(2);
  await expect(page.getByText('The thinned one: the ring is used whole.')).toBeVisible();
  const report = page.getByRole('region', { name: 'Final report' });
  await expect(report).toContainText('removed: patches of old runs are not kept for good');
  await expect(report.getByRole('link', { name: 'download' })).toHaveCount(0);

  await pool.query(
    `UPDATE record SET data = data || '{"intent": null}' WHERE run_id = $1 AND kind = 'iteration' AND key = '1'`,
    [run.id],
  );
  await visit(page, address);
  await expect(page.getByRole('navigation', { name: 'Iterations' })).toBeVisible();
  await expect(page.getByRole('tabpanel').getByRole('alert')).toContainText('Something went wrong on the server');
});
