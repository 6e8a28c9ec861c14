import { createBmcParser } from './bmc/bmc.ts';
import { readCatch } from './catch/catch.ts';
import { readCheck } from './check.ts';
import type { Collector, Repeats } from './collector.ts';
import { readCpputest } from './cpputest.ts';
import { readCtest } from './ctest.ts';
import { readCunit } from './cunit.ts';
import { createExitCodeParser, type ExitCodeOptions } from './exit-code.ts';
import { createGoldenParser, type GoldenOptions } from './golden.ts';
import { readGtest } from './gtest.ts';
import { readHardwareMap } from './hardware/hardware-map.ts';
import { createJunitParser } from './junit/junit.ts';
import { createLineParser, type LineReader, type ParserOptions } from './line-parser.ts';
import { createNunitParser } from './nunit/nunit.ts';
import { createPatternParser, type PatternOptions } from './pattern/pattern.ts';
import { createEitherRobotParser } from './robot/either-robot.ts';
import { readTap } from './tap/tap.ts';
import { createTrxParser } from './trx/trx.ts';
import { createTwisterParser } from './twister/twister.ts';
import type { ResultFormat, ResultParser } from './types.ts';
import { readUnity } from './unity/unity.ts';
import { readZtest } from './ztest/ztest.ts';

type NeedsOptions = { 'exit-code': ExitCodeOptions; golden: GoldenOptions; pattern: PatternOptions };

/** The options of each format; most need none. */
export type FormatOptions = Record<Exclude<ResultFormat, keyof NeedsOptions>, ParserOptions> & NeedsOptions;

type Factories = { [F in ResultFormat]: (options: FormatOptions[F]) => ResultParser };

/** A format without a row does not compile. */
const factories: Factories = {
  junit: createJunitParser,
  tap: byLine('tap', 'distinct', readTap),
  unity: byLine('unity', 'distinct', readUnity),
  ztest: byLine('ztest', 'attempts', readZtest),
  twister: createTwisterParser,
  gtest: byLine('gtest', 'attempts', readGtest),
  ctest: byLine('ctest', 'attempts', readCtest),
  catch: byLine('catch', 'distinct', readCatch),
  cpputest: byLine('cpputest', 'attempts', readCpputest),
  check: byLine('check', 'distinct', readCheck),
  cunit: byLine('cunit', 'distinct', readCunit),
  robot: createEitherRobotParser,
  nunit: createNunitParser,
  trx: createTrxParser,
  bmc: createBmcParser,
  'hardware-map': byLine('hardware-map', 'distinct', readHardwareMap),
  pattern: createPatternParser,
  golden: createGoldenParser,
  'exit-code': createExitCodeParser,
};

/** A streaming parser for one format. Throws a DomainError only for options that a person must correct. */
export function createParser<F extends ResultFormat>(format: F, options: FormatOptions[F]): ResultParser {
  return factories[format](options);
}

function byLine(format: ResultFormat, repeats: Repeats, read: (collector: Collector) => LineReader) {
  return (options: ParserOptions): ResultParser => createLineParser({ format, repeats, ...options }, read);
}
