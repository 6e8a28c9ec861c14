import { router } from '../trpc.ts';
import { boardCheckPlans } from './check-plans.ts';
import { manageBoards } from './manage-boards.ts';
import { readBoards } from './read-boards.ts';
import { reserveBoards } from './reserve-boards.ts';

export const boardsRouter = router({ ...readBoards, ...reserveBoards, ...manageBoards, ...boardCheckPlans });
