import { runProcess } from './process.ts';
import { startServer } from './start.ts';

/** For developers: Vite with hot reload and the calls behind one address. */
await runProcess((settings) =>
  startServer(settings, {
    middleware: async (server) => {
      const { createServer } = await import('vite');
      const vite = await createServer({
        server: { middlewareMode: true, hmr: { server } },
        appType: 'spa',
      });
      server.once('close', () => void vite.close());
      return vite.middlewares;
    },
  }),
);
