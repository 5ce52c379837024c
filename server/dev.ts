import type { Plugin } from 'vite';
import { pathOf } from './plugins/address.ts';
import type { PageFor } from './plugins/frontend.ts';
import { allowFraming } from './plugins/security.ts';
import { runProcess } from './process.ts';
import { startServer } from './start.ts';

/** Lets Vite write into pages what the server writes into the built ones. */
function specialPages(pageFor: PageFor): Plugin {
  return {
    name: 'rondo-special-pages',
    transformIndexHtml: async (html, { originalUrl = '' }) => {
      const page = await pageFor(pathOf(originalUrl));
      return page ? page.change(html) : html;
    },
  };
}

/** For developers: Vite with hot reload and the calls behind one address. */
await runProcess((settings) =>
  startServer(settings, {
    middleware: async (server, pageFor) => {
      const { createServer } = await import('vite');
      const vite = await createServer({
        server: { middlewareMode: true, hmr: { server } },
        appType: 'spa',
        plugins: [specialPages(pageFor)],
      });
      server.once('close', () => void vite.close());
      return async (request, response, next) => {
        const page = await pageFor(pathOf(request.url ?? '')).catch(() => undefined);
        if (page?.file === 'embed.html') allowFraming(response, true);
        // Vite finds the file by its name and gives the plugin the address that was asked for. Its own status
        // stands: an embed of nothing says so, but answers 200 here.
        if (page) Object.assign(request, { originalUrl: request.url, url: `/${page.file}` });
        vite.middlewares(request, response, next);
      };
    },
  }),
);
