import { z } from 'zod';

/** Minutes after which a run ends. At most 24 days, the longest timer. */
export const runMinutes = z.number().positive().max(34_560);
