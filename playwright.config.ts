import { defineConfig } from '@playwright/test';

/** Against the built product: every worker starts its own server on its own data directory (tests/e2e/product.ts). */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'tests/.tmp/playwright',
  workers: 2,
  fullyParallel: false,
  // they end a test that would hang; none judges how fast a machine is
  timeout: 900_000,
  expect: { timeout: 120_000 },
  // CI's machine is shared: what passes on the second attempt is listed by name at the end, and counts as passed
  retries: process.env.CI ? 1 : 0,
  reporter: [['list'], ['json', { outputFile: 'tests/.report/playwright.json' }]],
  use: {
    actionTimeout: 180_000, // a click on what never comes names itself before its test ends
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Recording every step takes a quarter of a run: CI records its second try; at home `--trace on` records one test
    trace: 'on-first-retry',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
