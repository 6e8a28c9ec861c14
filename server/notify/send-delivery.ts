import { DomainError } from '#lib/errors.ts';
import { noticeWords } from '#lib/notify/words.ts';
import type { ClaimedDelivery } from '#server/store/outbox/claim-deliveries.ts';
import type { Vault } from '#server/vault/vault.ts';
import type { Allowance } from './allowed-address.ts';
import type { Message, Outcome } from './carrier.ts';
import { email } from './email.ts';
import { type ChannelContent, openChannel } from './sealed-channel.ts';
import { notifyTunables } from './tunables.ts';
import { slack, webhook } from './webhook.ts';

export interface SendOptions {
  readonly allowance: Allowance;
  /** Address of the product as its readers reach it, without a slash at the end. */
  readonly publicUrl: string;
  /** Opens channels. */
  readonly vault: Vault;
}

const carriers = { email, slack, webhook } as const;

/** One attempt at a delivery. Whatever goes wrong comes back as an outcome. */
export async function sendDelivery(
  { id, notice, channel }: ClaimedDelivery,
  { allowance, publicUrl, vault }: SendOptions,
): Promise<Outcome> {
  if (channel === null) return { ok: false, detail: 'the channel has been removed', final: true };
  const opened = openChannel(vault, channel);
  if (!opened.ok) return { ok: false, detail: `the channel cannot be opened: ${opened.reason}`, final: false };
  const words = noticeWords(notice);
  const message: Message = { delivery: id, notice, words, url: `${publicUrl}${words.path}` };
  const signal = AbortSignal.timeout(notifyTunables.answerWithinMs);
  try {
    return await carry(message, opened, { allowance, signal });
  } catch (error) {
    return outcomeOf(error);
  }
}

async function carry(
  message: Message,
  { channel, secret }: ChannelContent,
  options: { allowance: Allowance; signal: AbortSignal },
): Promise<Outcome> {
  switch (channel.kind) {
    case 'email':
      return await carriers.email(message, { config: channel.config, secret }, options);
    case 'slack':
      return await carriers.slack(message, { config: channel.config, secret }, options);
    case 'webhook':
      return await carriers.webhook(message, { config: channel.config, secret }, options);
  }
}

/** A refusal of ours, and a mail server's final word (5xx), will be the same next time. */
function outcomeOf(error: unknown): Outcome {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  const timedOut = error instanceof Error && error.name === 'TimeoutError';
  const detail =
    timedOut || message === 'The operation was aborted'
      ? `no answer within ${notifyTunables.answerWithinMs / 1_000} s`
      : message;
  return {
    ok: false,
    detail: detail.slice(0, notifyTunables.keptAnswer),
    final: error instanceof DomainError || code >= 500,
  };
}
