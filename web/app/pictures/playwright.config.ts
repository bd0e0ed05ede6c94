import { defineConfig } from '@playwright/test';

import tests from '../playwright.config.ts';

// As in the tests, but light, sharp and without motion.
export default defineConfig({
  ...tests,
  testDir: '.',
  outputDir: '../test-results',
  testMatch: 'take.ts',
  workers: 1,
  use: {
    ...tests.use,
    viewport: { width: 1100, height: 340 },
    deviceScaleFactor: 2,
    colorScheme: 'light',
    contextOptions: { reducedMotion: 'reduce' },
  },
});
