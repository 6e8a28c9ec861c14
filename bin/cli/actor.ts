import { userInfo } from 'node:os';

/** Who acts, for trace and audit: the account that the command runs under. */
export function actor(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
