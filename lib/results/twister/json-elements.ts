/** Cuts the elements out of one array of a JSON document as it arrives, so that the document is never held as a whole. */
export interface JsonElements {
  push(chunk: string): void;
  /** What was seen of the document's frame. */
  end(): { sawArray: boolean; isClosed: boolean; tooLong: number };
}

/**
 * Hands on each object of the array that is the value of `key` in the outermost object, as text. An element longer than
 * `limit` characters is skipped and counted.
 */
export function createJsonElements(key: string, limit: number, onElement: (json: string) => void): JsonElements {
  let depth = 0;
  let isString = false;
  let isEscaped = false;
  let token = '';
  let lastString = '';
  let arrayDepth: number | undefined;
  let element: string[] | undefined;
  let elementLength = 0;
  let tooLong = 0;
  let sawArray = false;
  let isClosed = false;

  return {
    push(chunk) {
      let from = 0;
      for (let at = 0; at < chunk.length; at += 1) {
        const character = chunk[at] ?? '';
        if (isString) readString(character);
        else if (character === '"') beginString();
        else if (character === '{' || character === '[') {
          const begins = element === undefined && arrayDepth === depth;
          if (begins) {
            element = [];
            elementLength = 0;
            from = at;
          }
          if (character === '[' && depth === 1 && lastString === key && !sawArray) {
            arrayDepth = depth + 1;
            sawArray = true;
          }
          depth += 1;
        } else if (character === '}' || character === ']') {
          depth -= 1;
          if (element !== undefined && depth === arrayDepth) {
            hold(chunk.slice(from, at + 1));
            finishElement();
          } else if (arrayDepth !== undefined && depth < arrayDepth) arrayDepth = undefined;
          if (depth === 0) isClosed = true;
        }
      }
      if (element !== undefined) hold(chunk.slice(from));
    },
    end: () => ({ sawArray, isClosed, tooLong }),
  };

  function beginString(): void {
    isString = true;
    token = '';
  }

  function readString(character: string): void {
    if (isEscaped) isEscaped = false;
    else if (character === '\\') isEscaped = true;
    else if (character === '"') {
      isString = false;
      if (depth === 1) lastString = token;
    } else if (depth === 1 && token.length <= key.length) token += character;
  }

  function hold(text: string): void {
    elementLength += text.length;
    if (elementLength <= limit) element?.push(text);
  }

  function finishElement(): void {
    if (elementLength > limit) tooLong += 1;
    else onElement(element?.join('') ?? '');
    element = undefined;
  }
}
