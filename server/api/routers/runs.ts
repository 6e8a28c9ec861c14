import { router } from '../trpc.ts';
import { listRuns } from './list-runs.ts';
import { readRuns } from './read-runs.ts';
import { readTests } from './read-tests.ts';
import { steerRuns } from './steer-runs.ts';
import { stepInRuns } from './step-in.ts';
import { watchRuns } from './watch-runs.ts';

export const runsRouter = router({ ...listRuns, ...readRuns, ...readTests, ...steerRuns, ...stepInRuns, ...watchRuns });
