import { SafeText, type SafeTextProps } from './safe-text.tsx';

/** Words in which everything between two backticks is code. */
export function TickedText({ text, limit }: SafeTextProps) {
  const parts = text.split('`');
  // Ticks that do not pair were written by somebody as they are.
  const pieces = parts.length % 2 === 0 ? [text] : parts;
  const limits = limit === undefined ? {} : { limit };
  return pieces.map((piece, index) =>
    index % 2 === 0 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence have no other name and never move
      <SafeText key={index} text={piece} {...limits} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <code key={index} className="tabular">
        <SafeText text={piece} {...limits} />
      </code>
    ),
  );
}
