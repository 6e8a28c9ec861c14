import { type Document, isAlias, isMap, isNode, isScalar, isSeq } from 'yaml';

/** The offset in the text of a setting's name or value; of the nearest setting around it when it is not written. */
export function offsetOf(document: Document.Parsed, path: readonly (string | number)[], part: 'key' | 'value'): number {
  let node: unknown = document.contents;
  let found = { key: 0, value: rangeOf(node) ?? 0 };
  for (const name of path) {
    const next = childOf(isAlias(node) ? node.resolve(document) : node, name);
    if (!next) return found.key;
    const key = rangeOf(next.key) ?? rangeOf(next.value) ?? found.key;
    found = { key, value: rangeOf(next.value) ?? key };
    node = next.value;
  }
  return found[part];
}

function childOf(node: unknown, part: string | number): { key: unknown; value: unknown } | undefined {
  if (isSeq(node))
    return typeof part === 'number' && part in node.items ? { key: null, value: node.items[part] } : undefined;
  if (!isMap(node)) return undefined;
  return node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
}

function rangeOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
