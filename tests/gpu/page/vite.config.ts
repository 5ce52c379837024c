import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** A page of rings in every state, to look at: `vite --config tests/gpu/page/vite.config.ts`. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  server: { fs: { strict: false } },
  cacheDir: '../../../node_modules/.vite-rings',
});
