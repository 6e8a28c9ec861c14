import type { ParserOptions } from '../line-parser.ts';
import type { ResultParser } from '../types.ts';
import { createRobotParser } from './robot.ts';
import { createRobotJsonParser } from './robot-json.ts';

/** Robot Framework's output, XML or JSON: the first character that is no white space tells. */
export function createEitherRobotParser(options: ParserOptions = {}): ResultParser {
  let parser: ResultParser | undefined;
  let blank = '';
  return {
    push(chunk) {
      if (parser !== undefined) {
        parser.push(chunk);
        return;
      }
      blank += chunk;
      const first = blank.search(/[^\s\ufeff]/);
      if (first < 0) return;
      parser = blank[first] === '{' ? createRobotJsonParser(options) : createRobotParser(options);
      parser.push(blank);
    },
    end: () => (parser ?? createRobotParser(options)).end(),
  };
}
