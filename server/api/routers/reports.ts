import { router } from '../trpc.ts';
import { readReports } from './reports-read.ts';
import { keepReports } from './reports-saved.ts';

/** Questions that history answers. */
export const reportsRouter = router({ ...readReports, ...keepReports });
