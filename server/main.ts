import { runProcess } from './process.ts';
import { DIST_FOLDER, startServer } from './start.ts';

await runProcess((settings) => startServer(settings, { folder: DIST_FOLDER }));
