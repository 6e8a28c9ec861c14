import { DomainError } from '#lib/errors.ts';
import { send } from '#server/engine/send.ts';
import { isApplied, lastSteering } from '#server/store/pages/last-steering.ts';
import type { Services } from '../services.ts';
import type { Deed } from './deed.ts';
import { filePatch } from './file-patch.ts';
import { planDeed } from './plan-deed.ts';

/** A deed as a person gave it. */
export interface GivenDeed {
  readonly runId: string;
  readonly deed: Deed;
  readonly by: string;
  readonly reason: string;
  /** Chosen once for this wish: sent again it is the same wish. */
  readonly commandId: string;
  /** The event at which the person looked at the run. */
  readonly since: number;
}

/** A run that goes on by itself may move between the look and the word: so often the look is taken again. */
const mostLooks = 8;

/**
 * Does one deed to a run, once, however often it is sent. It is refused when the run does not take it, and when somebody
 * else has stepped in since the person looked: of two who act on one sight of a run, the second is told what the first did.
 */
export async function stepIn(services: Services, given: GivenDeed): Promise<void> {
  const { runId, commandId } = given;
  const keys = Array.from({ length: mostLooks }, (_, look) => `command:${commandId}${look === 0 ? '' : `:${look}`}`);
  const isDone = () => isApplied(services.pool, runId, keys);
  if (await isDone()) return;
  try {
    for (const key of keys) if (await tryOnce(services, given, key)) return;
  } catch (error) {
    // The same wish may have been fulfilled meanwhile, and the run is another since.
    if (await isDone()) return;
    throw error;
  }
  throw new DomainError('CONFLICT', 'The run moves too fast to step in: pause it first.');
}

/** False when the run moved on between the look and the word. */
async function tryOnce(services: Services, given: GivenDeed, key: string): Promise<boolean> {
  const { runId, by, since } = given;
  const { run, event } = await planDeed(services, given);
  const other = await lastSteering(services.pool, runId, since);
  if (other !== null) {
    throw new DomainError('CONFLICT', `${other.actor} was quicker: ${wordsOf(other.type)} while you looked.`, {
      next: 'Look at the run as it is now, then decide again.',
    });
  }
  const payload = await withPatch(services, given, { run, event });
  const sent = await send(services.engine, runId, { type: event.type, payload, key, actor: by, expectedSeq: run.seq });
  return sent.fate !== 'refused';
}

async function withPatch(
  services: Services,
  { deed, by, reason }: GivenDeed,
  { run, event }: Pick<Awaited<ReturnType<typeof planDeed>>, 'run' | 'event'>,
) {
  if (deed.kind !== 'patch' || event.judged === null) return event.payload;
  const { iteration, strategy } = run.envelope.context as unknown as { iteration: number; strategy: { name: string } };
  const filing = {
    runId: run.id,
    iteration,
    diff: deed.diff,
    judged: event.judged,
    by,
    reason,
    strategy: strategy.name,
  };
  return { ...event.payload, proposalId: await filePatch(services, filing) };
}

/** `control.roll-back` is told as `roll back`. */
function wordsOf(type: string): string {
  return type.slice(type.indexOf('.') + 1).replaceAll('-', ' ');
}
