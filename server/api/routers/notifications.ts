import { z } from 'zod';
import { noticeWords } from '#lib/notify/words.ts';
import { inbox, markRead, unreadCount } from '#server/store/notifications/inbox.ts';
import { procedure, router } from '../trpc.ts';
import { notificationSettings } from './notifications-settings.ts';

const pageRows = 50;

/** What concerns the person who asks, and how a team is told outside the product. */
export const notificationsRouter = router({
  ...notificationSettings,

  unread: procedure('notifications.unread').query(({ ctx: { services, person, reach } }) =>
    unreadCount(services.pool, { person: person.actor, projects: reach.projects }),
  ),

  list: procedure('notifications.list')
    .input(z.strictObject({ unread: z.boolean().default(false), before: z.int().min(1).optional() }))
    .query(async ({ ctx: { services, person, reach }, input }) => {
      const reader = { person: person.actor, projects: reach.projects };
      const rows = await inbox(services.pool, reader, { ...input, limit: pageRows + 1 });
      return {
        rows: rows.slice(0, pageRows).map(({ notice, read }) => ({
          id: notice.id,
          kind: notice.kind,
          at: notice.at,
          read,
          ...noticeWords(notice),
        })),
        older: rows.length > pageRows ? (rows[pageRows - 1]?.notice.id ?? null) : null,
      };
    }),

  /** Marks one as seen, or everything up to it. */
  read: procedure('notifications.read')
    .input(z.strictObject({ id: z.int().min(1), all: z.boolean().default(false) }))
    .mutation(({ ctx: { services, person, reach }, input }) =>
      markRead(services.pool, { person: person.actor, projects: reach.projects }, input),
    ),
});
