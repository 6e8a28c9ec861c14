import { isPair, isScalar, parseDocument, Scalar, visit } from 'yaml';
import { refuseText } from '#lib/config/refuse-text.ts';

/** Characters of a list of several thousand boards. */
const largestFile = 2_000_000;
/** How often anchors may be used in total before the file counts as an attempt to exhaust memory. */
const mostAliases = 100;

/** Below these, numbers and switches are meant as such; everywhere else every value is text. */
const typedBelow: ReadonlySet<unknown> = new Set(['connections', 'hooks', 'max_minutes']);
/** Text wherever it stands. */
const alwaysText: ReadonlySet<unknown> = new Set(['serial']);

/**
 * Reads YAML in which values keep their spelling: 0006, 1e3, 0x1F and yes are text, since YAML 1.1 and 1.2 disagree on them and
 * ids must not change. Below `connections`, `hooks` and `max_minutes` a number or switch is one, if that loses nothing.
 */
export function readSpelled(text: string): { ok: true; value: unknown } | { ok: false; problem: string } {
  const source = text.startsWith('\ufeff') ? text.slice(1) : text;
  const refused = refuseText(source, largestFile);
  if (refused) return { ok: false, problem: `Line ${refused.line}: ${refused.message}.` };
  const document = parseDocument(source, { logLevel: 'error' });
  const [error] = document.errors;
  if (error) return { ok: false, problem: error.message };
  visit(document, {
    Scalar(key, node, path) {
      // A key is text too: a board may be called 0123.
      if (node.type !== Scalar.PLAIN || node.source === undefined) return;
      const keys = path.flatMap((above) => (isPair(above) && isScalar(above.key) ? [above.key.value] : []));
      node.value = key === 'key' ? node.source : typed(node.source, keys);
    },
  });
  try {
    return { ok: true, value: document.toJS({ maxAliasCount: mostAliases }) };
  } catch (thrown) {
    return {
      ok: false,
      problem: `The anchors cannot be followed: ${thrown instanceof Error ? thrown.message : thrown}`,
    };
  }
}

function typed(source: string, keys: readonly unknown[]): string | number | boolean | null {
  if (/^(?:~|null|Null|NULL|)$/.test(source)) return null;
  if (alwaysText.has(keys.at(-1)) || !keys.some((key) => typedBelow.has(key))) return source;
  if (source === 'true' || source === 'false') return source === 'true';
  return /^-?(?:0|[1-9]\d{0,14})$/.test(source) ? Number(source) : source;
}
