import { type Parse, parserFor } from '#server/syntax/parse.ts';

/** The parser of C. */
export async function parserOfC(): Promise<Parse> {
  return await parserFor('any.c');
}
