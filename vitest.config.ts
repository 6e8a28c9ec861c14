import { defineConfig } from 'vitest/config';

/** `unit` is pure and fast; `real` uses Postgres, git, gcc, make and bubblewrap. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['{lib,components}/**/*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          name: 'real',
          include: ['server/**/*.test.ts', 'bin/**/*.test.ts', 'prisma/**/*.test.ts', 'examples/*.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
          maxWorkers: 2,
        },
      },
    ],
  },
});
