import { defineConfig } from '@playwright/test';

/** Pages are tested against a whole stack that the global setup starts; the variables come from there. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results/pages',
  timeout: 60_000,
  workers: 2,
  forbidOnly: process.env.CI !== undefined,
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
