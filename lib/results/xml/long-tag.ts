/** The rest of a tag whose attributes are too long to be held. */
export interface LongTag {
  /** How much of the text belongs to the tag; before its end all of it does. */
  skip(text: string): { readonly length: number; readonly isEnd: boolean; readonly isSelfClosing: boolean };
}

/** Goes on in the attribute that stands in this quote, or between two attributes with none. */
export function createLongTag(begun: string): LongTag {
  let quote = begun;
  let before = '';
  return {
    skip(text) {
      let at = 0;
      while (at < text.length) {
        const found = quote === '' ? nextMark(text, at) : text.indexOf(quote, at);
        if (found < 0) break;
        const mark = text[found] ?? '';
        const previous = found > at ? text[found - 1] : before;
        at = found + 1;
        before = mark;
        if (quote === '' && mark === '>') return { length: at, isEnd: true, isSelfClosing: previous === '/' };
        quote = quote === '' ? mark : '';
      }
      if (at < text.length) before = text.at(-1) ?? '';
      return { length: text.length, isEnd: false, isSelfClosing: false };
    },
  };
}

function nextMark(text: string, from: number): number {
  const mark = /[>"']/g;
  mark.lastIndex = from;
  return mark.exec(text)?.index ?? -1;
}
