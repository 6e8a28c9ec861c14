import { router } from '../trpc.ts';
import { readReports } from './reports-read.ts';

/** Questions that history answers. */
export const reportsRouter = router({ ...readReports });
