import type { FirmwareLoopConfig } from '../firmware-loop.ts';
import type { Check, Contradiction } from './check.ts';
import { checkCriteria } from './criteria.ts';
import { checkMetrics } from './metrics.ts';
import { checkNames } from './names.ts';
import { checkPrices } from './prices.ts';
import { checkResults } from './results.ts';
import { checkTimes } from './times.ts';

const checks: readonly Check[] = [checkNames, checkResults, checkCriteria, checkMetrics, checkTimes, checkPrices];

/** Everything in a configuration that is valid by itself but does not fit together. */
export function contradictionsIn(config: FirmwareLoopConfig): Contradiction[] {
  return checks.flatMap((check) => check(config));
}
