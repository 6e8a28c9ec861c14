import { wellFormed } from '#lib/format/well-formed.ts';

/** Control characters, what Windows forbids in names, and backslashes, which some programs take for slashes. */
const forbidden = /[\p{Cc}\p{Bidi_Control}\\:*?"<>|]/u;

/**
 * Why a path from an archive cannot be used; null for one that names a place below a folder on every system. It never
 * leads outside: no `..`, nothing absolute, no drive, no empty part.
 */
export function faultOfPath(path: string, longest: number): string | null {
  if (path === '' || path.length > longest) return `its path has ${path.length} characters`;
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) return 'its path is absolute';
  const parts = path.replace(/\/$/, '').split('/');
  if (parts.includes('..')) return 'its path leads outside with “..”';
  if (parts.some((part) => part === '' || part === '.')) return 'its path has an empty part';
  if (forbidden.test(path) || wellFormed(path) !== path) return 'its path has characters that no name may have';
  return null;
}
