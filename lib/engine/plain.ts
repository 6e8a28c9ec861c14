import { wellFormed } from '#lib/format/well-formed.ts';
import type { Json } from './json.ts';
import { namesInOrder } from './names-in-order.ts';

/**
 * What a JSON column will give back: replay compares with that, so the step already works on it. The fields of objects come
 * in one order, since such a column keeps none and a step that could see one would not come out again. What is still the
 * same as in `before`, which was given by this, is taken from there: of a context of hundreds of values a step changes a few.
 */
export function plain(value: unknown, before?: Json): Json {
  return given(value, before) ?? null;
}

/** Undefined for what JSON leaves out. */
function given(value: unknown, before: Json | undefined): Json | undefined {
  if (value === before) return before;
  if (typeof value === 'string') return wellFormed(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value !== 'object') return asJson(value);
  if (Array.isArray(value)) return list(value, Array.isArray(before) ? before : []);
  return isRecord(value)
    ? fields(value, isRecord(before) ? (before as Readonly<Record<string, Json>>) : {})
    : plain(asJson(value));
}

function list(values: readonly unknown[], before: readonly Json[]): Json {
  return Array.from(values, (value, at) => plain(value, before[at]));
}

function fields(record: Readonly<Record<string, unknown>>, before: Readonly<Record<string, Json>>): Json {
  const copy: Record<string, Json> = {};
  for (const name of namesInOrder(record)) {
    const value = given(record[name], before[name]);
    if (value === undefined) continue;
    const stored = wellFormed(name);
    // Assigned, this one would set what the copy inherits.
    if (stored === '__proto__') Object.defineProperty(copy, stored, { value, ...ordinary });
    else copy[stored] = value;
  }
  return copy;
}

const ordinary = { configurable: true, enumerable: true, writable: true } as const;

/** Dates and the like. */
function asJson(value: unknown): Json | undefined {
  const text: string | undefined = JSON.stringify(value);
  return text === undefined ? undefined : (JSON.parse(text) as Json);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
