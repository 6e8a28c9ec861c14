import { hostname } from 'node:os';
import type { allocateEnvironment as contract } from '#lib/activities/environment.ts';
import { needsBoard } from '#lib/config/sections/environments.ts';
import { boardForRun } from '#server/boards/reservations/board-for-run.ts';
import { boardsOfRun } from '#server/store/reservations/boards-of-run.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { configOf, inputOf } from './run-facts.ts';

/**
 * A board of the farm where the environment is one: the run's own, a free one, or a place in the queue. Host and emulator belong
 * to the run's own worktree: there is nothing to share, so nothing to wait for.
 */
export const allocateEnvironment: Perform<typeof contract> = async ({ avoid }, context) => {
  const { host, runId } = context;
  const [config, input] = await Promise.all([configOf(context), inputOf(context)]);
  const environment = config.environments[input.environment];
  if (environment === undefined || !needsBoard(environment))
    return { outcome: 'granted', board: null, reason: `the host ${host.hostId} of the run's worktree` };
  await context.confirmed;
  const { number, boards } = await boardsOfRun(host.pool, runId);
  const { board_type: type, tags, site, same_board_as: sameAs, yields } = environment;
  const same = sameAs === undefined ? undefined : boards.find(({ iteration }) => iteration <= sameAs)?.board;
  const place = await boardForRun(host.pool, {
    runId,
    holder: `run #${number}`,
    want: { ...(same && { name: same }), ...(type && { type }), ...(site && { site }), tags: [...tags] },
    hosts: [host.hostId, hostname()],
    site: input.site ?? null,
    prefer: boards.map(({ board }) => board),
    avoid,
    yields: yields === 'after-iteration',
  });
  return { ...place, reason: oneSentence(place.reason) };
};
