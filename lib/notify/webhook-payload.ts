import type { Json } from '#lib/engine/json.ts';
import type { Notice } from './notice.ts';
import type { NoticeWords } from './words.ts';

/** The body of a generic webhook: what happened as data, and as a person would read it. `id` is the same in every attempt. */
export function webhookPayload(
  notice: Notice,
  { title, text, tone }: NoticeWords,
  { delivery, url }: { delivery: string; url: string },
): { [field: string]: Json } {
  return {
    id: delivery,
    event: notice.kind,
    at: new Date(notice.at).toISOString(),
    title,
    text,
    tone,
    url,
    actor: notice.actor,
    person: notice.person,
    project: notice.project,
    run: notice.run === null ? null : { ...notice.run },
    review: notice.review,
    data: { ...notice.data },
  };
}
