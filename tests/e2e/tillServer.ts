/**
 * A server with the pages and the loops of the house, whose till a journey sets forward: a message with `days` does,
 * and is answered when everything that is due by then has happened. PORT comes with the environment.
 */
import { join } from 'node:path';
import { seedStarter } from '../../server/modules/starter/service.ts';
import { DIST_FOLDER } from '../../server/places.ts';
import { silentLog } from '../../server/testing/starterFixture.ts';
import { startTestServer } from '../../server/testing/testApp.ts';

const DAY_MS = 24 * 3_600_000;
const port = Number(process.env.PORT);

const { app, database, blobs, payments, close } = await startTestServer({
  environment: { PUBLIC_URL: `http://localhost:${port}`, RONDO_ADMINS: 'boss' },
  frontend: { folder: DIST_FOLDER },
});
const folder = join(import.meta.dirname, '../../assets/starter');
await seedStarter({ database, blobs, log: silentLog, folder, hasPlans: true });
await app.listen({ port, host: 'localhost' });

process.on('message', async ({ days }: { days: number }) => {
  await payments.till?.trials.advance(days * DAY_MS);
  process.send?.('done');
});
process.on('disconnect', async () => {
  await close();
  process.exit(0);
});
process.send?.('ready');
