import { z } from 'zod';

/** An address that is taken whole: no display name, no list, no line break. */
const address = z.email().max(254);
const url = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .max(2_000)
  .refine((text) => !/^[a-z]+:\/\/[^/?#]*@/i.test(text), 'must not carry a user name or password');

/** Where a channel leads, by its kind; what must stay secret is kept apart. */
export const channelConfigs = {
  email: z.strictObject({
    host: z
      .string()
      .trim()
      .min(1)
      .max(253)
      .regex(/^[a-z0-9.:_-]+$/i, 'must be a host name or an address'),
    port: z.int().min(1).max(65_535).default(587),
    /** `tls` from the first byte; `starttls` or nothing sent; `none` in the clear. */
    security: z.enum(['tls', 'starttls', 'none']).default('starttls'),
    user: z.string().max(254).optional(),
    from: address,
    to: z.array(address).min(1).max(50),
  }),
  slack: z.strictObject({ url }),
  webhook: z.strictObject({ url }),
} as const;

export type ChannelKind = keyof typeof channelConfigs;
export type ChannelConfig<Kind extends ChannelKind> = z.infer<(typeof channelConfigs)[Kind]>;

/** A channel as it is entered: its kind with what belongs to it. */
export const channelInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('email'), config: channelConfigs.email }),
  z.strictObject({ kind: z.literal('slack'), config: channelConfigs.slack }),
  z.strictObject({ kind: z.literal('webhook'), config: channelConfigs.webhook }),
]);
export type ChannelInput = z.infer<typeof channelInput>;

/** Where it leads in a few words, without what could be a secret: the path of a Slack address is one. */
export function channelTarget(channel: ChannelInput): string {
  return targets[channel.kind](channel.config as never);
}

const targets = {
  email: ({ to, host }: ChannelConfig<'email'>) => `${to.join(', ')} by ${host}`,
  slack: ({ url }: ChannelConfig<'slack'>) => new URL(url).host,
  webhook: ({ url }: ChannelConfig<'webhook'>) => `${new URL(url).host}${new URL(url).pathname}`,
} satisfies { [Kind in ChannelKind]: (config: ChannelConfig<Kind>) => string };
