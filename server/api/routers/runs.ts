import { router } from '../trpc.ts';
import { readRuns } from './read-runs.ts';
import { steerRuns } from './steer-runs.ts';
import { watchRuns } from './watch-runs.ts';

export const runsRouter = router({ ...readRuns, ...steerRuns, ...watchRuns });
