import * as imports from '../page/imports.ts';
import * as meyda from '../page/meyda.ts';

const bench = { ...imports, ...meyda };
export type ImportsBench = typeof bench;

declare global {
  interface Window {
    importsBench?: ImportsBench;
  }
}

window.importsBench = bench;
