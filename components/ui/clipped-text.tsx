import { clip } from '#lib/format/clip.ts';
import { visibleText } from '#lib/format/visible-text.ts';

export type ClippedTextProps = { text: string; limit?: number };

/** Text from outside in a place without room or inside a link: hidden characters visible, its direction its own, its end cut off. */
export function ClippedText({ text, limit = 160 }: ClippedTextProps) {
  const { text: shown, rest } = clip(text, limit);
  return (
    <bdi className="wrap-anywhere">
      {visibleText(shown)}
      {rest > 0 && '…'}
    </bdi>
  );
}
