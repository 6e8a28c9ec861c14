import { bmcFixtures, hardwareMapFixtures } from './bench.fixtures.ts';
import { catchFixtures } from './catch.fixtures.ts';
import { checkFixtures, cpputestFixtures } from './cpputest-check.fixtures.ts';
import { cunitFixtures } from './cunit.fixtures.ts';
import { robotFixtures, twisterFixtures } from './document.fixtures.ts';
import type { FormatFixtures } from './fixture.ts';
import { ctestFixtures, gtestFixtures } from './gtest-ctest.fixtures.ts';
import { junitFixtures } from './junit.fixtures.ts';
import { junitWriterFixtures } from './junit-writers.fixtures.ts';
import { exitCodeFixtures, goldenFixtures, patternFixtures, twoTotalsFixtures } from './pattern.fixtures.ts';
import { tapFixtures } from './tap.fixtures.ts';
import { unityFixtures } from './unity.fixtures.ts';
import { nunitFixtures, trxFixtures } from './windows.fixtures.ts';
import { ztestFixtures } from './ztest.fixtures.ts';

/** Every fixture of every format. */
export const allFixtures = [
  junitFixtures,
  junitWriterFixtures,
  tapFixtures,
  unityFixtures,
  ztestFixtures,
  twisterFixtures,
  gtestFixtures,
  ctestFixtures,
  catchFixtures,
  cpputestFixtures,
  checkFixtures,
  cunitFixtures,
  robotFixtures,
  nunitFixtures,
  trxFixtures,
  bmcFixtures,
  hardwareMapFixtures,
  patternFixtures,
  twoTotalsFixtures,
  goldenFixtures,
  exitCodeFixtures,
] satisfies readonly FormatFixtures[];
