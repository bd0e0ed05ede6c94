import { defineConfig } from '@playwright/test';

import tests from '../playwright.config.ts';

/** Measures what varies with the machine: `npm run lighthouse`. */
export default defineConfig({ ...tests, testDir: '.', outputDir: '../test-results', testMatch: 'lighthouse.ts', workers: 1, timeout: 900_000 });
