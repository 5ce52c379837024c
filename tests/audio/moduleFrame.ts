/** A page within the page of a test: an iframe of the same origin that runs one module. */

/**
 * @param moduleUrl `import.meta.url` of the module
 * @param flag set on the window before the module runs, so that it knows where it is
 */
export async function openModuleFrame(
  moduleUrl: string,
  flag: string,
): Promise<{ readonly scope: Window & typeof globalThis; close(): void }> {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const scope = frame.contentWindow as Window & typeof globalThis;
  const isLoaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  // Written, so that it has this page's address, which the addresses of workers are relative to.
  scope.document.open();
  scope.document.write(`<!doctype html><script>
    ${flag} = true;
    // The runner has dynamic imports pass through a function of its page.
    __vitest_browser_runner__ = { wrapDynamicImport: (load) => load() };
  </script><script type="module" src="${new URL(moduleUrl).pathname}"></script>`);
  scope.document.close();
  await isLoaded;
  return { scope, close: () => frame.remove() };
}
