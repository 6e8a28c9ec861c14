import { type Ref, type RefCallback, useCallback } from 'react';

/** A control whose value React holds. */
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * The ref of a control that a person may fill before the page's program has arrived: React knows nothing of what was typed
 * by then and puts its own value over it. It is typed again, as an event, as soon as somebody listens.
 */
export function useTypedEarly<Control extends Field>(ref: Ref<Control> | undefined): RefCallback<Control> {
  return useCallback<RefCallback<Control>>(
    (field) => {
      if (field !== null && !met.has(field)) {
        met.add(field);
        const { value } = field;
        if (isTyped(field)) queueMicrotask(() => typeAgain(field, value));
      }
      if (typeof ref === 'function') return ref(field);
      if (ref) ref.current = field;
      return undefined;
    },
    [ref],
  );
}

/** Controls that are awake: what stands in them comes from React. */
const met = new WeakSet<Field>();

/** Kinds of fields whose value the browser writes in its own way, so that another than the markup's says nothing; of a file it is no text. */
const rewritten: ReadonlySet<string> = new Set([
  'file',
  'color',
  'range',
  'date',
  'time',
  'month',
  'week',
  'datetime-local',
]);

/** Whether it holds something else than its markup says. A control that React has just made never does. */
function isTyped(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const given = [...field.options].find(({ defaultSelected }) => defaultSelected);
    return given !== undefined && !given.selected;
  }
  if (rewritten.has(field.type)) return false;
  return field.value !== '' && field.value !== field.defaultValue.replace(/\r\n?/g, '\n');
}

/** React compares with the value that it last saw set on the element itself; the setter below that one it does not see. */
function typeAgain(field: Field, value: string): void {
  field.value = field instanceof HTMLSelectElement ? '' : field.defaultValue;
  Reflect.set(Object.getPrototypeOf(field), 'value', value, field);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
