import { z } from 'zod';
import { boardHealths, boardSite } from '#lib/boards/board.ts';
import { wellFormed } from '#lib/format/well-formed.ts';
import { importInventory } from '#server/boards/import-inventory.ts';
import { setHealth } from '#server/store/boards/set-health.ts';
import { procedure } from '../trpc.ts';

/** What is for those who look after the boards of a site. */
export const manageBoards = {
  /** Says what a board is worth, with the reason: maintenance, bad, good again, retired. */
  setHealth: procedure('boards.setHealth')
    .input(
      z.strictObject({
        board: z.guid(),
        health: z.enum(boardHealths),
        reason: z.string().trim().min(1).max(400).transform(wellFormed),
      }),
    )
    .mutation(({ ctx: { services, person }, input: { board, health, reason } }) =>
      setHealth(services.pool, { board, to: health, by: person.actor, reason }),
    ),

  /** Takes a list of boards over, or says what that would change. */
  import: procedure('boards.import')
    .input(z.strictObject({ text: z.string().min(1).max(2_000_000), site: boardSite, dryRun: z.boolean() }))
    .mutation(({ ctx: { services, person, reach }, input }) =>
      importInventory(services.pool, { ...input, by: person.actor, reach }),
    ),
};
