import { z } from 'zod';
import { siteInput } from '#lib/access/place-input.ts';
import { boardName, boardTag } from '#lib/boards/board.ts';

const word = z.string().trim().min(1).max(200);

/** What a board must be like. What is not named may be anything; of tags it must have all. */
export const selectorSchema = z.strictObject({
  name: boardName.optional(),
  type: word.optional(),
  site: siteInput.optional(),
  serial: word.optional(),
  tags: z.array(boardTag).max(20).default([]),
});
export type Selector = z.output<typeof selectorSchema>;

/** Several boards at once: a selector for each. */
export const wantsSchema = z.array(selectorSchema).min(1).max(20);

/** What a selector looks at. */
export interface Selectable {
  readonly name: string;
  readonly type: string;
  readonly site: string;
  readonly serial: string | null;
  readonly tags: readonly string[];
}

/** Whether a board is one of those that the selector means. */
export function matches(board: Selectable, { name, type, site, serial, tags }: Selector): boolean {
  return (
    (name === undefined || name === board.name) &&
    (type === undefined || type === board.type) &&
    (site === undefined || site === board.site) &&
    (serial === undefined || serial === board.serial) &&
    tags.every((tag) => board.tags.includes(tag))
  );
}

/** The selector as one writes it: `type=stm32f4 tag=can`. */
export function selectorText({ name, type, site, serial, tags }: Selector): string {
  const parts = Object.entries({ name, type, site, serial }).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${value}`],
  );
  return [...parts, ...tags.map((tag) => `tag=${tag}`)].join(' ') || 'any board';
}

/** Why no board of these is meant, as a clause: `no board has the tag can`. Null when one is. */
export function whyNone(boards: readonly Selectable[], selector: Selector): string | null {
  if (boards.some((board) => matches(board, selector))) return null;
  if (boards.length === 0) return 'there is no board';
  const alone = narrowed(selector).find(({ part }) => !boards.some((board) => matches(board, part)));
  return alone?.says ?? `no board is ${selectorText(selector)} all at once`;
}

/** Each condition of a selector by itself. */
function narrowed({ name, type, site, serial, tags }: Selector): { part: Selector; says: string }[] {
  return [
    ...(name === undefined ? [] : [{ part: { name, tags: [] }, says: `no board is called ${name}` }]),
    ...(type === undefined ? [] : [{ part: { type, tags: [] }, says: `no board is of the type ${type}` }]),
    ...(site === undefined ? [] : [{ part: { site, tags: [] }, says: `no board stands at ${site}` }]),
    ...(serial === undefined ? [] : [{ part: { serial, tags: [] }, says: `no board has the serial number ${serial}` }]),
    ...tags.map((tag) => ({ part: { tags: [tag] }, says: `no board has the tag ${tag}` })),
  ];
}
