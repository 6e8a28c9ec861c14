import { defineConfig } from '@playwright/test';

/** Pages are tested against a whole stack that the global setup starts; the variables come from there. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results/pages',
  // The stack, its compilers and two browsers share the machine, so every wait is long; none is waited out unless something is wrong.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  // A busy machine may once be too slow; what passes only the second time is named as flaky in the summary.
  retries: 1,
  projects: [
    { name: 'pages', testIgnore: '**/outage.spec.ts' },
    // Kills parts of the stack that the other tests stand on, so it comes after them.
    { name: 'outage', testMatch: '**/outage.spec.ts', dependencies: ['pages'], fullyParallel: false, workers: 1 },
  ],
  use: {
    ...(process.env.FIRMLOOP_URL && { baseURL: process.env.FIRMLOOP_URL }),
    ...(process.env.FIRMLOOP_STORAGE_STATE && { storageState: process.env.FIRMLOOP_STORAGE_STATE }),
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: '/usr/bin/chromium',
      // Chromium's sandbox refuses to run as root.
      chromiumSandbox: process.getuid?.() !== 0,
      args: ['--disable-background-networking', '--disable-component-update', '--no-first-run', '--no-pings'],
    },
  },
});
