import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
/** As NIST SP 800-38D recommends for random nonces. */
const nonceBytes = 12;
const tagBytes = 16;

const sealedText = /^fl1:([0-9a-f]{8}):([A-Za-z0-9_-]+)$/;

export type Opened = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

/** Tells master keys apart without saying anything about them. */
export function keyIdOf(masterKey: Buffer): string {
  return createHash('sha256').update('firmloop master key').update(masterKey).digest('hex').slice(0, 8);
}

/**
 * Encrypts a text with AES-256-GCM as `fl1:<id of the master key>:<nonce, tag and ciphertext in base64url>`. It opens only for
 * the same `purpose`, such as `model-key OPENAI_API_KEY`, so that a sealed text is of no use in another row.
 */
export function seal(masterKey: Buffer, text: string, purpose: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, masterKey, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(purpose));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const bytes = Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
  return `fl1:${keyIdOf(masterKey)}:${bytes.toString('base64url')}`;
}

/** Opens a sealed text; another master key, another purpose or a changed text is told as the reason. */
export function unseal(masterKey: Buffer, sealed: string, purpose: string): Opened {
  const [, keyId, data = ''] = sealedText.exec(sealed) ?? [];
  if (keyId === undefined) return { ok: false, reason: 'it is no sealed text' };
  if (keyId !== keyIdOf(masterKey))
    return {
      ok: false,
      reason: `it was sealed with the master key ${keyId}, and the one here is ${keyIdOf(masterKey)}`,
    };
  const bytes = Buffer.from(data, 'base64url');
  if (bytes.length < nonceBytes + tagBytes) return { ok: false, reason: 'it is cut off' };
  const [nonce, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes, nonceBytes + tagBytes)];
  const decipher = createDecipheriv(algorithm, masterKey, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(tag);
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
    return { ok: true, text: text.toString('utf8') };
  } catch {
    return { ok: false, reason: 'it was changed, or sealed for something else' };
  }
}
