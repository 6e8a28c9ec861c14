import { describeIssues } from '#lib/describe-issues.ts';
import { DomainError } from '#lib/errors.ts';
import { type Selector, selectorSchema } from './selector.ts';

const mostBoards = 20;
const keys = ['name', 'type', 'site', 'serial', 'tag'] as const;

/**
 * Reads what somebody writes: `type=stm32f4 tag=can` is one board, `type=a, type=b` two, `3 type=a` three of one kind; a word
 * alone is a board's name. Throws BAD_INPUT that names the word.
 */
export function parseWants(text: string): Selector[] {
  const wants = text.split(',').flatMap((part) => several(part.trim().split(/\s+/).filter(Boolean)));
  if (wants.length === 0) throw refused('Say which board is meant.');
  if (wants.length > mostBoards) throw refused(`At most ${mostBoards} boards can be reserved at once.`);
  return wants;
}

function several(words: readonly string[]): Selector[] {
  const [first = '', ...rest] = words;
  const times = /^\d{1,3}$/.test(first) && rest.length > 0 ? Number(first) : null;
  if (times === null) return words.length === 0 ? [] : [selectorOf(words)];
  if (times < 1 || times > mostBoards) throw refused(`${first} is no number of boards from 1 to ${mostBoards}.`);
  return Array.from({ length: times }, () => selectorOf(rest));
}

function selectorOf(words: readonly string[]): Selector {
  const tags: string[] = [];
  const fields: Partial<Record<(typeof keys)[number], string>> = {};
  for (const word of words) {
    const at = word.indexOf('=');
    const key = at < 0 ? 'name' : keys.find((known) => known === word.slice(0, at));
    const value = word.slice(at + 1);
    if (key === undefined) throw refused(`${word} begins with none of ${keys.map((known) => `${known}=`).join(', ')}.`);
    if (key === 'tag') tags.push(value);
    else if (fields[key] !== undefined) throw refused(`${key} is named twice: ${fields[key]} and ${value}.`);
    else fields[key] = value;
  }
  const { tag: _, ...named } = fields;
  const parsed = selectorSchema.safeParse({ ...named, tags });
  if (!parsed.success) throw refused(`${words.join(' ')}: ${describeIssues(parsed.error)}`);
  return parsed.data;
}

function refused(message: string): DomainError {
  return new DomainError('BAD_INPUT', message, {
    next: 'Write for example: type=stm32f4 tag=can, or the name of a board.',
  });
}
