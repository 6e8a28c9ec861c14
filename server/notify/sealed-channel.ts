import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { z } from 'zod';
import { type ChannelInput, channelInput, channelTarget } from '#lib/notify/channel.ts';
import { insertChannel, plainChannels, sealStoredChannel } from '#server/store/notifications/channels.ts';
import type { Vault } from '#server/vault/vault.ts';

/** Where a channel leads and its secret, as both are needed to send. */
const content = z.object({ channel: channelInput, secret: z.string().nullable() });
export type ChannelContent = z.infer<typeof content>;

export type OpenedChannel = ({ readonly ok: true } & ChannelContent) | { readonly ok: false; readonly reason: string };

/** Stores a new channel with its address and secret sealed; gives its id. */
export async function addChannel(
  pool: Pool,
  vault: Vault,
  { name, by, channel, secret }: { name: string; by: string; channel: ChannelInput; secret: string | null },
): Promise<string> {
  const id = randomUUID();
  await insertChannel(pool, { id, name, by, kind: channel.kind, ...sealChannel(vault, id, { channel, secret }) });
  return id;
}

/** Opens what `addChannel` has sealed. */
export function openChannel(vault: Vault, { id, sealed }: { id: string; sealed: string | null }): OpenedChannel {
  if (sealed === null) return { ok: false, reason: 'it is not sealed yet: start the stack once with this release' };
  const opened = vault.open(sealed, purposeOf(id));
  return opened.ok ? { ok: true, ...content.parse(JSON.parse(opened.text)) } : opened;
}

/** Seals what an older release has stored in the clear. */
export async function sealPlainChannels(pool: Pool, vault: Vault): Promise<void> {
  for (const { id, secret, ...channel } of await plainChannels(pool))
    await sealStoredChannel(pool, id, sealChannel(vault, id, content.parse({ channel, secret })));
}

function sealChannel(
  vault: Vault,
  id: string,
  told: ChannelContent,
): { readonly target: string; readonly sealed: string } {
  return { target: channelTarget(told.channel), sealed: vault.seal(JSON.stringify(told), purposeOf(id)) };
}

function purposeOf(id: string): string {
  return `channel ${id}`;
}
