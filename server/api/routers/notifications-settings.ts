import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { wellFormed } from '#lib/format/well-formed.ts';
import { channelInput } from '#lib/notify/channel.ts';
import { isNoticeKind, noticeKinds, ruleKinds } from '#lib/notify/kinds.ts';
import { noticeWords } from '#lib/notify/words.ts';
import { addChannel } from '#server/notify/sealed-channel.ts';
import { notifyTunables } from '#server/notify/tunables.ts';
import { channels, enableChannel, removeChannel, testChannel } from '#server/store/notifications/channels.ts';
import { deliveryLog, retryDelivery } from '#server/store/notifications/deliveries.ts';
import { projectNames } from '#server/store/notifications/project-names.ts';
import { insertRule, noticeRules, removeRule } from '#server/store/notifications/rules.ts';
import { removeWaitPolicy, setWaitPolicy, waitPolicies } from '#server/store/notifications/wait-policy.ts';
import { knownPeople } from '#server/store/reviews/people.ts';
import { vaultAt } from '#server/vault/vault.ts';
import { procedure } from '../trpc.ts';

const id = z.guid();
const logRows = 100;
const secretBytes = 32;

/** How a team is told outside the product. Secrets go in and never come out. */
export const notificationSettings = {
  settings: procedure('notifications.settings').query(async ({ ctx: { services, person } }) => {
    const { pool } = services;
    const [all, rules, policies, projects, people] = await Promise.all([
      channels(pool),
      noticeRules(pool),
      waitPolicies(pool),
      projectNames(pool),
      knownPeople(pool),
    ]);
    return {
      channels: all,
      rules,
      policies,
      projects,
      people: [...new Set([person.actor, ...people])].sort(),
      events: ruleKinds.map((kind) => ({ kind, label: noticeKinds[kind] })),
    };
  }),

  deliveries: procedure('notifications.deliveries').query(async ({ ctx: { services } }) => {
    const rows = await deliveryLog(services.pool, { limit: logRows });
    return rows.map(({ notice, log, ...row }) => ({
      ...row,
      log: [...log],
      kind: notice.kind,
      ...noticeWords(notice),
    }));
  }),

  /** Adds a channel. A webhook without a secret gets one, which is shown this once. */
  addChannel: procedure('notifications.addChannel')
    .input(
      z.strictObject({
        name: z.string().trim().min(1).max(80).transform(wellFormed),
        channel: channelInput,
        secret: z.string().min(1).max(500).optional(),
      }),
    )
    .mutation(async ({ ctx, input: { name, channel, secret } }) => {
      const made =
        channel.kind === 'webhook' && secret === undefined ? randomBytes(secretBytes).toString('base64url') : null;
      const { pool, home } = ctx.services;
      const by = ctx.person.actor;
      const added = await addChannel(pool, vaultAt(home), { name, channel, secret: secret ?? made, by });
      return { id: added, secret: made };
    }),

  enableChannel: procedure('notifications.enableChannel')
    .input(z.strictObject({ id, enabled: z.boolean() }))
    .mutation(async ({ ctx, input }) => {
      await enableChannel(ctx.services.pool, input.id, input.enabled);
    }),

  removeChannel: procedure('notifications.removeChannel')
    .input(z.strictObject({ id }))
    .mutation(async ({ ctx, input }) => {
      await removeChannel(ctx.services.pool, input.id);
    }),

  /** Sends a test through one channel; the log says how it went. */
  testChannel: procedure('notifications.testChannel')
    .input(z.strictObject({ id }))
    .mutation(({ ctx: { services, person }, input }) =>
      testChannel(services.pool, input.id, { by: person.actor, maxAttempts: 1 }),
    ),

  addRule: procedure('notifications.addRule')
    .input(
      z.strictObject({
        channelId: id,
        events: z.array(z.string().refine(isNoticeKind)).min(1).max(20),
        projectId: id.nullable(),
        person: z.string().trim().min(1).max(80).nullable(),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const events = input.events.filter(isNoticeKind);
      const added = await insertRule(ctx.services.pool, { ...input, events, by: ctx.person.actor });
      return { id: added };
    }),

  removeRule: procedure('notifications.removeRule')
    .input(z.strictObject({ id }))
    .mutation(async ({ ctx, input }) => {
      await removeRule(ctx.services.pool, input.id);
    }),

  /** Sends what failed once more. */
  retry: procedure('notifications.retry')
    .input(z.strictObject({ id }))
    .mutation(async ({ ctx, input }) => {
      await retryDelivery(ctx.services.pool, input.id, notifyTunables.maxAttempts);
    }),

  /** How long and by how many a review is answered; without a project, everywhere. */
  setPolicy: procedure('notifications.setPolicy')
    .input(
      z.strictObject({
        projectId: id.nullable(),
        approvals: z.int().min(1).max(10),
        answerWithinMinutes: z.int().min(1).max(525_600).nullable(),
        remindEveryMinutes: z.int().min(1).max(525_600),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      await setWaitPolicy(ctx.services.pool, input);
    }),

  removePolicy: procedure('notifications.removePolicy')
    .input(z.strictObject({ projectId: id }))
    .mutation(async ({ ctx, input }) => {
      await removeWaitPolicy(ctx.services.pool, input.projectId);
    }),
};
