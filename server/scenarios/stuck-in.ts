import { runnableActivity } from '#server/activities/activities.ts';
import type { RunnableActivity } from '#server/activities/context.ts';

/** The installed activities, of which one stands still in an iteration and never ends by itself. */
export function stuckIn(stuck: string, iteration: number) {
  const reached = Promise.withResolvers<void>();
  const activity = (name: string): RunnableActivity | null => {
    const installed = runnableActivity(name);
    if (installed === null || name !== stuck) return installed;
    return {
      ...installed,
      async run(input, context) {
        if (context.iteration !== iteration) return await installed.run(input, context);
        reached.resolve();
        return await new Promise((_, reject) => {
          context.signal.addEventListener('abort', () => reject(new Error('cut off')));
        });
      },
    };
  };
  return { activity, reached: reached.promise };
}
