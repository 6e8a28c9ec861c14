import type { Board } from './board.ts';

/** Whether a board has each of the words that somebody looks for in its name, its type or its tags. */
export function isFound({ name, type, tags }: Pick<Board, 'name' | 'type' | 'tags'>, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const said = [name, type, ...tags].join(' ').toLowerCase();
  return words.every((word) => said.includes(word));
}
