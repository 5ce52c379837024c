/**
 * Addresses of a build that serves every path a server may lie below: scripts and styles find what lies beside them, and
 * documents are told the path by the server.
 */
import type { Plugin, UserConfig } from 'vite';

/** What scripts and styles name lies beside them; documents name it as on a host of its own. */
export const besideScripts: NonNullable<UserConfig['experimental']> = {
  renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/${file}` : { relative: true }),
};

/**
 * What an `import()` of the build does first: scripts that the wanted one needs are asked for with it, each once. Vite's own
 * also waits for styles, of which there is one sheet here, and every page would carry that.
 */
const ASK_AHEAD = `const asked = new Set();
export const __vitePreload = (load, files) => {
  for (const file of files ?? []) {
    const { href } = new URL(file, import.meta.url);
    if (asked.has(href)) continue;
    asked.add(href);
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
    );
  }
  return load();
};`;

/** Puts `ASK_AHEAD` in place of Vite's own. All scripts lie in one folder: it need not be told where it is called. */
export function askAhead(): Plugin {
  return {
    name: 'rondo-ask-ahead',
    apply: 'build',
    transform: (code, id) => {
      if (!id.includes('vite/preload-helper')) return undefined;
      if (!code.includes('const __vitePreload =')) throw new Error('Vite names its helper anew');
      return { code: ASK_AHEAD, map: null, moduleSideEffects: false };
    },
  };
}
