import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestModule, TestSuite } from 'vitest/node';
import type { FileReport, VitestReport } from './reports.ts';

/** An error that no test caught, with the file it came from where Vitest knows it. */
type StrayError = SerializedError & { readonly VITEST_TEST_PATH?: string };

/** Writes what `npm test` counts and repeats at its end: tests by file, and errors also of hooks and between tests. */
export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], stray: readonly StrayError[]): void {
    const report: VitestReport = {
      files: modules.map(describeFile),
      stray: stray.map((error) => ({
        ...(error.VITEST_TEST_PATH && { file: relative(process.cwd(), error.VITEST_TEST_PATH) }),
        what: 'outside any test',
        message: messageOf(error),
      })),
    };
    writeFileSync(process.env.FIRMLOOP_TEST_REPORT ?? '', JSON.stringify(report));
  }
}

function describeFile(module: TestModule): FileReport {
  const tests = [...module.children.allTests()].map((test) => ({ name: test.fullName, ...test.result() }));
  const suites: (TestModule | TestSuite)[] = [module, ...module.children.allSuites()];
  return {
    file: relative(process.cwd(), module.moduleId),
    passed: tests.filter(({ state }) => state === 'passed').length,
    troubles: [
      ...tests.flatMap(({ name, state, errors }) =>
        state === 'failed' ? [{ what: name, message: (errors ?? []).map(messageOf).join('\n') }] : [],
      ),
      ...suites.flatMap((suite) =>
        suite.errors().map((error) => ({
          what: suite.type === 'suite' ? `${suite.fullName}, before or after its tests` : 'before or after its tests',
          message: messageOf(error),
        })),
      ),
    ],
  };
}

function messageOf(error: { readonly message: string; readonly stack?: string }): string {
  return error.stack ?? error.message;
}
