import { engineEvent } from '#lib/engine/events.ts';
import { send } from '#server/engine/send.ts';
import { type Stand, type Story, storyOf } from './kit.ts';

/** Aborts a run as a person does, and reads how it ended. */
export async function abortRun(stand: Stand, runId: string): Promise<Story> {
  const payload = { reason: 'enough' };
  await send(stand.engine, runId, { type: engineEvent.abort, key: 'stop', actor: 'ada', payload });
  return await storyOf(stand, runId);
}
