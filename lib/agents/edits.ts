import { z } from 'zod';

const path = z.string().min(1).max(1_000);

/** One change of a file: a text of it that stands there exactly once, its whole content, or its removal. */
export const fileEdit = z.union([
  z.strictObject({ file: path, find: z.string().min(1), replace: z.string() }),
  z.strictObject({ file: path, content: z.string() }),
  z.strictObject({ file: path, delete: z.literal(true) }),
]);
export type FileEdit = z.infer<typeof fileEdit>;

export type EditedText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

/**
 * Replaces a text that stands in a file exactly once. Line ends are those of the file. What matches only when blanks are
 * ignored, or in several places, is refused: a change in the wrong place is worse than none.
 */
export function replaceOnce(before: string, { file, find, replace }: Extract<FileEdit, { find: string }>): EditedText {
  const crlf = before.includes('\r\n');
  const [wanted, written] = [find, replace].map((text) => withLineEnds(text, crlf));
  if (wanted === undefined || written === undefined) return { ok: false, reason: `${file}: there is nothing to find` };
  const at = before.indexOf(wanted);
  if (at === -1) return { ok: false, reason: `${file}: ${whyMissing(before, wanted)}` };
  const again = before.indexOf(wanted, at + 1);
  if (again !== -1) {
    const places = [at, again].map((offset) => lineAt(before, offset)).join(' and ');
    return { ok: false, reason: `${file}: the text to replace stands there more than once, in lines ${places}` };
  }
  return { ok: true, text: before.slice(0, at) + written + before.slice(at + wanted.length) };
}

/** A text with the line ends of the file that it goes into. */
export function withLineEnds(text: string, crlf: boolean): string {
  const plain = text.replaceAll('\r\n', '\n');
  return crlf ? plain.replaceAll('\n', '\r\n') : plain;
}

function whyMissing(before: string, wanted: string): string {
  const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim();
  return squeezed(before).includes(squeezed(wanted))
    ? 'the text to replace stands there only with other blanks'
    : `the text to replace does not stand there: ${JSON.stringify(wanted.slice(0, 80))}`;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
