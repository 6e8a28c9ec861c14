import { runnerRows } from '#server/store/pages/stack-health.ts';
import { procedure, router } from '../trpc.ts';

export const runnersRouter = router({
  list: procedure('runners.list').query(({ ctx: { services } }) => runnerRows(services.pool)),
});
