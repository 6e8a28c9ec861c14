import type { Limits } from '../limits.ts';
import { cleanText } from '../text/clean-text.ts';
import { mendReference, referenceChars } from './characters.ts';
import { createLongTag, type LongTag } from './long-tag.ts';
import { beginningOfTag, readTag, tagNameAt } from './tag.ts';

/** What the mender tells about the text that goes through it. */
export interface MenderEvents {
  /** A piece of XML that a strict parser accepts, and bounded in size. */
  xml(piece: string): void;
  mended(line: number, what: string): void;
  cleaned(characters: number): void;
}

export interface MenderOptions {
  limits: Pick<Limits, 'xmlTextChars' | 'elementChars'>;
  /** The elements of the format; any other tag is text that somebody forgot to escape. Undefined: every tag is a tag. */
  elements: ReadonlySet<string> | undefined;
}

/** Stands before the XML parser, which would hold whole texts in memory and give up its place at a wrong tag. */
export interface Mender {
  /** Line of the piece handed on last. */
  line(): number;
  push(chunk: string): void;
  /** The elements still open at the end, and why reading stopped before it, if it did. */
  end(): { open: readonly string[]; refused: string | undefined };
}

type Mode = 'text' | 'cdata' | 'comment' | 'instruction';

const closers = { cdata: ']]>', comment: '-->', instruction: '?>' } as const satisfies Record<
  Exclude<Mode, 'text'>,
  string
>;
type Enclosed = keyof typeof closers;

const openers: readonly { start: string; mode: Enclosed | 'refused' }[] = [
  { start: '<!--', mode: 'comment' },
  { start: '<![CDATA[', mode: 'cdata' },
  { start: '<!DOCTYPE', mode: 'refused' },
  { start: '<?', mode: 'instruction' },
];
/** Deeper than any keyword of Robot Framework calls another. */
const maxDepth = 1_000;

/**
 * Passes XML on in bounded pieces: comments are dropped, long texts cut, unescaped `<` and `&` escaped, a closing tag
 * that closes nothing becomes text, unreadable characters become visible ones, and a document type (the way to entity
 * bombs and outside files) ends the reading.
 */
export function createMender({ limits, elements }: MenderOptions, events: MenderEvents): Mender {
  const open: string[] = [];
  let rest = '';
  let mode: Mode = 'text';
  /** In a tag that was handed on with the beginning of its attributes, before its end. */
  let longTag: LongTag | undefined;
  let line = 1;
  let run = 0;
  let refused: string | undefined;

  return {
    line: () => line,
    push(chunk) {
      rest += chunk;
      drain(false);
    },
    end() {
      drain(true);
      return { open, refused };
    },
  };

  function drain(isEnd: boolean): void {
    while (rest !== '' && refused === undefined) {
      const isProgress = longTag ? skipLongTag() : mode === 'text' ? readText(isEnd) : readUntil(mode, isEnd);
      if (!isProgress) return;
    }
    if (refused !== undefined) rest = '';
  }

  /** Text is handed on in pieces whose ends do not depend on the chunks: up to the next mark, or a full piece. */
  function readText(isEnd: boolean): boolean {
    const mark = rest.search(/[<&]/);
    if (mark === 0) return rest.startsWith('&') ? readReference(isEnd) : readMarkup(isEnd);
    const available = mark < 0 ? rest.length : mark;
    if (mark < 0 && !isEnd && available < limits.xmlTextChars) return false;
    emitText(take(Math.min(available, limits.xmlTextChars)));
    return true;
  }

  function readReference(isEnd: boolean): boolean {
    if (!isEnd && rest.length < referenceChars && !/[;\s<]/.test(rest)) return false;
    const { xml, length, isMended } = mendReference(rest);
    take(length);
    if (isMended) events.mended(line, 'a "&" was not escaped or stood for an unreadable character');
    if (open.length > 0) emitWhole(xml);
    return true;
  }

  function readMarkup(isEnd: boolean): boolean {
    const opener = openers.find(({ start }) => rest.startsWith(start));
    if (opener?.mode === 'refused') {
      refused = 'the document type and entities of XML are refused';
      return false;
    }
    if (opener !== undefined) {
      take(opener.start.length);
      mode = opener.mode;
      if (mode === 'cdata' && open.length > 0) emit('<![CDATA[');
      return true;
    }
    if (!isEnd && openers.some(({ start }) => start.startsWith(rest))) return false;
    return readElement(isEnd);
  }

  function readElement(isEnd: boolean): boolean {
    const mayWait = !isEnd && rest.length < limits.elementChars;
    if (mayWait && /^<\/?[\w:.-]*$/.test(rest)) return false;
    const name = tagNameAt(rest);
    if (name === undefined || (elements !== undefined && !elements.has(name))) return literal();
    const found = readTag(rest, elements);
    if (found === 'cut' && mayWait) return false;
    if (!rest.startsWith('</') && (found === 'cut' ? !isEnd : isTooLong(found))) return beginLongTag(name);
    if (found === 'cut' && isEnd) return dropRest();
    if (found === 'cut' || found === 'broken' || (found.isClosing && !open.includes(name))) return literal();

    if (found.cleaned > 0) events.cleaned(found.cleaned);
    if (found.isMended) events.mended(line, `the attributes of <${name}> were not well formed`);
    if (found.isClosing) closeTo(name);
    else if (!found.isSelfClosing) open.push(name);
    if (open.length > maxDepth) refused = `elements are nested more than ${maxDepth} deep`;
    emit(found.isClosing ? `</${name}>` : `<${name}${found.attributes}${found.isSelfClosing ? '/' : ''}>`);
    take(found.length);
    run = 0;
    return true;
  }

  function isTooLong(found: ReturnType<typeof readTag>): boolean {
    return typeof found === 'object' && found.length > limits.elementChars;
  }

  /** A failure stays one, however long its message is: the tag is handed on with the beginning of its attributes. */
  function beginLongTag(name: string): boolean {
    events.mended(line, `a tag <${name}> is too long; its end was cut`);
    const begin = beginningOfTag(take(limits.xmlTextChars));
    if (begin.cleaned > 0) events.cleaned(begin.cleaned);
    emit(`<${name}${begin.attributes}>`);
    open.push(name);
    if (open.length > maxDepth) refused = `elements are nested more than ${maxDepth} deep`;
    longTag = createLongTag(begin.quote);
    run = 0;
    return true;
  }

  function skipLongTag(): boolean {
    if (longTag === undefined) return false;
    const end = longTag.skip(rest);
    take(end.length);
    if (!end.isEnd) return false;
    if (end.isSelfClosing) emit(`</${open.pop() ?? ''}>`);
    longTag = undefined;
    return true;
  }

  function closeTo(name: string): void {
    while (open.length > 0 && open.at(-1) !== name) {
      const inner = open.pop() ?? '';
      events.mended(line, `<${inner}> was not closed before </${name}>`);
      emit(`</${inner}>`);
    }
    open.pop();
  }

  /** The `<` at hand is text. */
  function literal(): boolean {
    take(1);
    if (open.length > 0) {
      events.mended(line, 'a "<" was not escaped');
      emitWhole('&lt;');
    }
    return true;
  }

  /** The file ends inside a tag. */
  function dropRest(): boolean {
    take(rest.length);
    return false;
  }

  function readUntil(kind: Enclosed, isEnd: boolean): boolean {
    const closer = closers[kind];
    const found = rest.indexOf(closer);
    const available = found >= 0 ? found : isEnd ? rest.length : Math.max(rest.length - closer.length + 1, 0);
    if (found < 0 && !isEnd && available < limits.xmlTextChars) return false;
    const text = take(Math.min(available, limits.xmlTextChars));
    if (kind === 'cdata' && open.length > 0) emitRun(clean(text));
    if (available > limits.xmlTextChars || (found < 0 && !isEnd)) return true;
    take(closer.length);
    if (kind === 'cdata' && open.length > 0) emit(']]>');
    mode = 'text';
    return true;
  }

  function emitText(text: string): void {
    if (open.length > 0) emitRun(clean(text).replaceAll(']]>', ']]&gt;'));
    else if (text.trim() !== '' && text.trim() !== '\ufeff')
      events.mended(line, 'text outside the root element was ignored');
  }

  function emitRun(text: string): void {
    const room = limits.xmlTextChars - run;
    if (room > 0) emit(text.slice(0, room));
    if (text.length > room && room >= 0) events.mended(line, 'a text is too long; its end was cut');
    run = text.length > room ? limits.xmlTextChars + 1 : run + text.length;
  }

  /** A reference is never cut in two. */
  function emitWhole(reference: string): void {
    if (run + reference.length <= limits.xmlTextChars) emitRun(reference);
  }

  function emit(piece: string): void {
    if (piece !== '') events.xml(piece);
  }

  function clean(text: string): string {
    const result = cleanText(text);
    if (result.cleaned > 0) events.cleaned(result.cleaned);
    return result.text;
  }

  function take(length: number): string {
    const text = rest.slice(0, length);
    rest = rest.slice(length);
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) line += 1;
    return text;
  }
}
