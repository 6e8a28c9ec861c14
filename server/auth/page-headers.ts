const yearSeconds = 31_536_000;

/**
 * What every answer forbids: scripts that this page did not send, frames around it, guessed types, and telling other
 * sites where the reader was. Styles may stand inline because React writes measured positions there.
 */
export function pageHeaders(nonce: string, { https }: { https: boolean }): Readonly<Record<string, string>> {
  const policy = [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data:`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ];
  return {
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    ...(https && { 'strict-transport-security': `max-age=${yearSeconds}` }),
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  };
}
