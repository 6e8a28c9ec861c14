import { eitherByFirst } from '../either-by-first.ts';
import type { ParserOptions } from '../line-parser.ts';
import type { ResultParser } from '../types.ts';
import { createRobotParser } from './robot.ts';
import { createRobotJsonParser } from './robot-json.ts';

/** Robot Framework's output, XML or JSON: the first character that is no white space tells. */
export function createEitherRobotParser(options: ParserOptions = {}): ResultParser {
  return eitherByFirst({
    isFirst: (character) => character === '{',
    first: () => createRobotJsonParser(options),
    other: () => createRobotParser(options),
  });
}
