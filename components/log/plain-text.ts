import Anser from 'anser';

/** A log line without its ANSI sequences, for searching. */
export function plainText(text: string): string {
  return Anser.ansiToText(text);
}
