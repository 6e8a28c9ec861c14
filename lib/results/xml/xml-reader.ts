import { SaxesParser } from 'saxes';
import type { Collector } from '../collector.ts';
import { createMender } from './mender.ts';

/** What an XML format does with the elements it meets. */
export interface XmlHandlers {
  open(name: string, attributes: Readonly<Record<string, string>>, line: number): void;
  close(name: string, line: number): void;
  text(text: string): void;
}

/** Reads XML as it arrives and keeps what can be read of a damaged file. */
export interface XmlReader {
  push(chunk: string): void;
  end(): void;
}

/**
 * Streams XML to the handlers. Damage becomes warnings, each kind once with how often it occurred; a file that stops
 * early, has no element of the format, or asks for a document type is incomplete. `elements` as in the mender.
 */
export function createXmlReader(
  collector: Collector,
  handlers: XmlHandlers,
  { elements, roots }: { elements?: ReadonlySet<string>; roots: readonly string[] },
): XmlReader {
  const damage = new Map<string, { line: number; times: number }>();
  let sawRoot = false;
  let depth = 0;

  const note = (line: number, what: string): void => {
    const known = damage.get(what);
    if (known === undefined && damage.size < collector.limits.warnings) damage.set(what, { line, times: 1 });
    else if (known !== undefined) known.times += 1;
  };
  const parser = new SaxesParser<{ xmlns: false; fragment: true; position: false }>({
    xmlns: false,
    fragment: true,
    position: false,
  });
  const mender = createMender(
    { limits: collector.limits, elements },
    { xml: (piece) => void parser.write(piece), mended: note, cleaned: (characters) => collector.cleaned(characters) },
  );
  parser.on('error', (error) => note(mender.line(), error.message));
  parser.on('opentag', ({ name, attributes }) => {
    if (depth === 0 && roots.includes(name)) sawRoot = true;
    depth += 1;
    handlers.open(name, attributes, mender.line());
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    handlers.close(name, mender.line());
  });
  parser.on('text', handlers.text);
  parser.on('cdata', handlers.text);

  return {
    push: mender.push,
    end() {
      const { open, refused } = mender.end();
      parser.off('error');
      parser.on('error', () => {});
      parser.close();
      for (const [what, { line, times }] of damage)
        collector.warn(line, times === 1 ? what : `${what} (${times} times)`);
      if (refused !== undefined) collector.incomplete(refused);
      else if (!sawRoot) collector.incomplete(`there is no element ${roots.map((root) => `<${root}>`).join(' or ')}`);
      else if (open.length > 0) collector.incomplete(`the file ends inside <${open.at(-1)}>`);
    },
  };
}
