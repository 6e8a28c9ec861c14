import { createCollector } from '../collector.ts';
import type { ParserOptions } from '../line-parser.ts';
import type { ResultParser } from '../types.ts';
import { createJsonElements } from './json-elements.ts';
import { twisterSuiteSchema } from './schema.ts';
import { casesOf } from './suite-cases.ts';

/** Zephyr's twister.json, one suite at a time. A file that stops early gives the suites before the cut. */
export function createTwisterParser(options: ParserOptions = {}): ResultParser {
  const collector = createCollector({ format: 'twister', repeats: 'attempts', ...options });
  let position = 0;
  const elements = createJsonElements('testsuites', collector.limits.elementChars, (json) => {
    position += 1;
    const suite = twisterSuiteSchema.safeParse(parseJson(json));
    if (suite.success) for (const draft of casesOf(suite.data)) collector.add(draft);
    else {
      collector.warn(null, `suite ${position} of the file cannot be read`);
      collector.incomplete(`suite ${position} of the file cannot be read`);
    }
  });
  return {
    push: elements.push,
    end() {
      const { sawArray, isClosed, tooLong } = elements.end();
      if (tooLong > 0) collector.incomplete(`${tooLong} suites are too long to be read`);
      if (!sawArray) collector.incomplete('there is no list "testsuites"');
      else if (!isClosed) collector.incomplete('the file ends before its last bracket');
      return collector.finish();
    },
  };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
