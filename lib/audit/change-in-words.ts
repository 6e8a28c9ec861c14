import type { Json } from '#lib/engine/json.ts';

/** What an act changed, one piece for each field: `role: viewer → lead`, `reason: lunch`. Fields that say nothing are left out. */
export function changeInWords(before: Json, after: Json): string[] {
  const was = fieldsOf(before);
  const is = fieldsOf(after);
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return names.flatMap((name) => {
    const [old, now] = [inWord(was[name]), inWord(is[name])];
    if (old === '' && now === '') return [];
    if (old === now || old === '') return [`${name}: ${now}`];
    return [now === '' ? `${name} was ${old}` : `${name}: ${old} → ${now}`];
  });
}

type Fields = { readonly [name: string]: Json | undefined };

function fieldsOf(value: Json): Fields {
  if (value === null) return {};
  return typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : { value };
}

function inWord(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
