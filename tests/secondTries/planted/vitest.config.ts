import { defineConfig } from 'vitest/config';
import { PROPERTIES } from '../../../vitest.config.ts';

export default defineConfig({
  test: { include: ['tests/secondTries/planted/{tests,hook}.ts'], ...PROPERTIES },
});
