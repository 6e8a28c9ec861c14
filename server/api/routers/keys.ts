import { z } from 'zod';
import { listModelKeys, removeModelKey, setModelKey } from '#server/vault/model-keys.ts';
import { vaultAt } from '#server/vault/vault.ts';
import { procedure, router } from '../trpc.ts';

const name = z.string().max(100);

/** The keys that agents work with. Values go in and never come out. */
export const keysRouter = router({
  list: procedure('keys.list').query(async ({ ctx: { services } }) => {
    const keys = await listModelKeys(services.pool, vaultAt(services.home));
    return keys.map(({ setAt, ...key }) => ({ ...key, setAt: setAt.getTime() }));
  }),

  set: procedure('keys.set')
    .input(z.strictObject({ name, value: z.string().max(10_000) }))
    .mutation(async ({ ctx: { services, person }, input }) => {
      await setModelKey(services.pool, vaultAt(services.home), { ...input, by: person.actor });
    }),

  remove: procedure('keys.remove')
    .input(z.strictObject({ name }))
    .mutation(async ({ ctx: { services }, input }) => {
      await removeModelKey(services.pool, input.name);
    }),
});
