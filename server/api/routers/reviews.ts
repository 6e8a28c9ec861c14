import { router } from '../trpc.ts';
import { decideReviews } from './reviews-decide.ts';
import { discussReviews } from './reviews-discuss.ts';
import { readReviews } from './reviews-read.ts';

export const reviewsRouter = router({ ...readReviews, ...discussReviews, ...decideReviews });
