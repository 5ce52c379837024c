import { defineConfig } from '@playwright/test';

export default defineConfig({
  testMatch: 'journeys.ts',
  outputDir: process.env.PLANTED_OUTPUT,
  reporter: 'json',
  projects: [{ name: 'wide' }],
});
