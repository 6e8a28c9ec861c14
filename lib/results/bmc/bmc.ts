import { eitherByFirst } from '../either-by-first.ts';
import { createLineParser, type ParserOptions } from '../line-parser.ts';
import type { ResultParser } from '../types.ts';
import { readSel } from './read-sel.ts';
import { createRedfishJsonParser } from './redfish-json.ts';

/** What a management controller tells: JSON of Redfish, or an event log as lines; the first character that is no white space tells. */
export function createBmcParser(options: ParserOptions = {}): ResultParser {
  return eitherByFirst({
    isFirst: (character) => character === '{' || character === '[',
    first: () => createRedfishJsonParser(options),
    other: () => createLineParser({ format: 'bmc', repeats: 'attempts', ...options }, readSel),
  });
}
