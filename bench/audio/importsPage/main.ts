import * as imports from '../page/imports.ts';

export type ImportsBench = typeof imports;

declare global {
  interface Window {
    importsBench?: ImportsBench;
  }
}

window.importsBench = imports;
