import { hasFiled } from '#server/store/has-filed.ts';
import { iterationRates, pastRates } from '#server/store/pages/iteration-rates.ts';
import { pathWalked } from '#server/store/pages/path-walked.ts';
import type { RunOnPage } from '#server/store/pages/run-page.ts';
import type { Services } from '../services.ts';
import { pageView } from '../views/page-view.ts';
import { patchFileOf } from '../views/report-view.ts';
import { asItStood } from './as-it-stood.ts';

/** A run's page as it is. */
export async function presentPage(services: Services, run: RunOnPage) {
  const [rates, walked, keepsPatch] = await Promise.all([
    iterationRates(services.pool, [run.id]),
    pathWalked(services.pool, run.id),
    hasItsPatch(services, run),
  ]);
  return pageView(run, {
    ...walked,
    rates,
    due: run.reviewDueAt,
    keepsPatch,
    now: Date.now(),
    moment: null,
    transitions: countOf(run),
  });
}

/** A run's page as it stood right after one of its transitions. */
export async function pastPage(services: Services, now: RunOnPage, at: number) {
  const { run, transition, iterations } = await asItStood(services, now, at);
  const [rates, walked, keepsPatch] = await Promise.all([
    pastRates(services.pool, run.id, { records: iterations, upTo: at }),
    pathWalked(services.pool, run.id, at),
    hasItsPatch(services, run),
  ]);
  const { seq, to, reason, actor } = transition;
  const moment = { seq, at: transition.at, to, reason, actor };
  return pageView(run, {
    ...walked,
    rates,
    due: null,
    keepsPatch,
    now: transition.at,
    moment,
    transitions: countOf(now),
  });
}

/** Nothing is asked of a run that has not left one. */
async function hasItsPatch({ pool }: Services, { id, report }: RunOnPage): Promise<boolean> {
  const hash = patchFileOf(report);
  return hash !== null && (await hasFiled(pool, id, hash));
}

function countOf(run: RunOnPage): number {
  return Number((run.snapshot as { transitions?: number }).transitions ?? 0);
}
