import { createHmac } from 'node:crypto';

/**
 * Headers by which a receiver recognises a webhook: HMAC-SHA256 with the channel's secret over `<timestamp>.<body>`, the
 * timestamp in whole seconds, so that an old body cannot be sent again later.
 */
export function signedHeaders(body: string, secret: string | null, at: Date): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  if (secret === null) return { 'x-firmloop-timestamp': timestamp };
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return { 'x-firmloop-timestamp': timestamp, 'x-firmloop-signature': `v1=${signature}` };
}
