import type { ChannelConfig, ChannelKind } from '#lib/notify/channel.ts';
import type { Notice } from '#lib/notify/notice.ts';
import type { NoticeWords } from '#lib/notify/words.ts';
import type { Allowance } from './allowed-address.ts';

/** A message that is ready to leave. */
export interface Message {
  /** The same in every attempt, so that a receiver can tell a repeat. */
  readonly delivery: string;
  readonly notice: Notice;
  readonly words: NoticeWords;
  /** Whole address of the page that it leads to. */
  readonly url: string;
}

/** How an attempt went. One that cannot go better a second time is `final`. */
export type Outcome =
  | { readonly ok: true; readonly detail: string }
  | { readonly ok: false; readonly detail: string; readonly final: boolean };

/** Carries messages through channels of one kind. */
export type Carrier<Kind extends ChannelKind> = (
  message: Message,
  channel: { readonly config: ChannelConfig<Kind>; readonly secret: string | null },
  options: { readonly allowance: Allowance; readonly signal: AbortSignal },
) => Promise<Outcome>;
