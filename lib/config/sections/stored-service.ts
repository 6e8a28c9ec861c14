import { z } from 'zod';
import { serviceSchema } from './workflow-services.ts';

const inMilliseconds = ['timeout', 'silence'];

/**
 * A service as it stands in a run's input, where it is read again and again: its durations are milliseconds, while a bare
 * number of a project file means seconds.
 */
export const storedService = z.preprocess((stored) => {
  if (typeof stored !== 'object' || stored === null) return stored;
  return Object.fromEntries(
    Object.entries(stored).map(([key, value]) =>
      inMilliseconds.includes(key) && typeof value === 'number' ? [key, `${value}ms`] : [key, value],
    ),
  );
}, serviceSchema);
