/** What stands in place of a secret that is at least as long; so no text grows. */
const mask = '[redacted]';

/** Shapes of secrets that are recognised without being told: tokens of common services, keys, authorisation headers. */
const shapes: readonly RegExp[] = [
  /\b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{20,255}\b/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,255}\b/g,
  /\bglpat-[A-Za-z0-9_-]{20,255}\b/g,
  /\bsk-[A-Za-z0-9_-]{20,255}\b/g,
  /\bxox[abprs]-[A-Za-z0-9-]{10,255}\b/g,
  /\bAKIA[A-Z0-9]{16}\b/g,
  /(?<=\b[Aa]uthorization: ?(?:Bearer|Basic|token) )[A-Za-z0-9._~+/=-]{8,1000}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]{0,10000}?-----END [A-Z ]*PRIVATE KEY-----/g,
];

/** A value shorter than this would mask ordinary text. */
const shortestSecret = 6;

/** Replaces known secrets and what looks like one. */
export interface Redact {
  (text: string): string;
  /** Blanks out known secrets in bytes that are no text; nothing moves, so that images and maps keep their shape. */
  readonly bytes?: (raw: Buffer) => Buffer;
  /** Makes further secrets known, from now on. */
  readonly learn?: (secrets: readonly string[]) => void;
}

/** `secrets` are the values known to this host, such as tokens from its environment. */
export function createRedaction(secrets: readonly string[]): Redact {
  let known = longestFirst(secrets.flatMap(writings));
  const inText = (text: string): string => {
    let clean = text;
    for (const secret of known)
      clean = clean.replaceAll(secret, secret.length < mask.length ? '*'.repeat(secret.length) : mask);
    for (const shape of shapes) clean = clean.replace(shape, mask);
    return clean;
  };
  return Object.assign(inText, {
    bytes: (raw: Buffer) => blankOut(raw, known),
    learn(more: readonly string[]) {
      known = longestFirst([...known, ...more.flatMap(writings)]);
    },
  });
}

function longestFirst(writtenSecrets: readonly string[]): string[] {
  return [...new Set(writtenSecrets)]
    .filter((secret) => secret.length >= shortestSecret)
    .sort((a, b) => b.length - a.length);
}

/**
 * A secret as it may stand in a text: whole or, as output comes line by line, one line of it; read as UTF-8, or byte by
 * byte as streams are; bare or inside JSON.
 */
function writings(secret: string): string[] {
  return [secret, ...secret.split(/\r?\n/)].flatMap((text) => [
    text,
    Buffer.from(text).toString('latin1'),
    JSON.stringify(text).slice(1, -1),
  ]);
}

function blankOut(raw: Buffer, secrets: readonly string[]): Buffer {
  let clean = raw;
  for (const secret of secrets.map((text) => Buffer.from(text))) {
    for (let at = clean.indexOf(secret); at >= 0; at = clean.indexOf(secret, at + secret.length)) {
      if (clean === raw) clean = Buffer.from(raw);
      clean.fill('*', at, at + secret.length);
    }
  }
  return clean;
}

/** Values of this process's environment whose names say that they are secret. */
export function secretsOf(environment: Readonly<Record<string, string | undefined>>): string[] {
  const secret = /(TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|PRIVATE_?KEY|MASTER_?KEY|AGENT_\w*KEY|CREDENTIAL)/i;
  const named = Object.entries(environment).flatMap(([name, value]) => (secret.test(name) && value ? [value] : []));
  const database = environment.DATABASE_URL === undefined ? [] : passwordOf(environment.DATABASE_URL);
  return [...named, ...database];
}

function passwordOf(url: string): string[] {
  try {
    const { password } = new URL(url);
    return password === '' ? [] : [decodeURIComponent(password)];
  } catch {
    return [];
  }
}
