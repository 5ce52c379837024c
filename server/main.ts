import { precompress } from './plugins/precompress.ts';
import { runProcess } from './process.ts';
import { DIST_FOLDER, startServer } from './start.ts';

const server = await runProcess((settings) => startServer(settings, { folder: DIST_FOLDER }));
if (server) {
  await precompress(DIST_FOLDER).catch((error: unknown) => {
    server.app.log.warn({ err: error }, 'pages are compressed for each answer');
  });
}
