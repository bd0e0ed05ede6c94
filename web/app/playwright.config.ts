import { defineConfig } from '@playwright/test';

// Debian's Chromium, because browsers of Playwright's own are not to be had everywhere.
export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
  timeout: 300_000,
  expect: { timeout: 60_000 },
  fullyParallel: true,
  workers: 2,
  // A second try tells a busy machine from a fault; the report calls such a test flaky.
  retries: 1,
  forbidOnly: true,
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] },
    trace: 'off',
  },
});
