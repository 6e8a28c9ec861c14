/** What was read of a file before it is judged: boards as loose fields, and what a reader should know. */
export interface DraftInventory {
  readonly sites: readonly { readonly name: string; readonly note?: unknown }[];
  readonly types: readonly { readonly name: string; readonly note?: unknown; readonly max_minutes?: unknown }[];
  readonly boards: readonly DraftBoard[];
  /** Sentences about what was read and could not be taken over. */
  readonly remarks: readonly string[];
}

export interface DraftBoard {
  /** Where it stands in the file, for problems: `entry 3`, `place rpi-1`. */
  readonly where: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A kind of file that lists boards. */
export interface InventoryFormat {
  /** As a person says it. */
  readonly name: string;
  /** Whether a file of this shape is one of them. */
  readonly takes: (value: unknown) => boolean;
  readonly read: (value: unknown, options: { readonly site: string }) => DraftInventory;
}

/** The fields of a map; nothing for anything else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isMap(value) ? value : {};
}

export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Text that says something: `unknown` and `None`, as programs write for nothing, are nothing. */
export function saidText(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' || /^(?:none|null|unknown|n\/a)$/i.test(text) ? null : text;
}

/** Words of a list, or of a text that separates them by blanks or commas. */
export function saidWords(value: unknown): string[] {
  const parts: readonly unknown[] = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.split(/[\s,]+/)
      : [];
  return parts.flatMap((part) => saidText(part) ?? []);
}

/** A name that is one word without the characters that selectors use. */
export function asWord(text: string): string {
  return text.trim().replace(/[\s=,/]+/g, '-');
}
