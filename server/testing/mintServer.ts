/** A server of its own that ends itself without warning behind a step of a mint; `crashMinting.ts` starts it. */
import { createApp } from '../app.ts';
import { listeningUrl } from '../kernel/server.ts';
import type { MintStep } from '../modules/market/context.ts';
import { seedStarter } from '../modules/starter/service.ts';
import { openBlobs } from '../ports/blobs/openBlobs.ts';
import { openDatabase } from '../ports/database/openDatabase.ts';
import { readSettings } from '../settings.ts';

const [folder = '', step = ''] = process.argv.slice(2);
const settings = readSettings({ ...process.env, RONDO_DATA: folder, PORT: '0' });
const database = await openDatabase(settings);
const blobs = await openBlobs(settings);
const log = { info: () => {}, warn: () => {} };
await database.migrate();
await seedStarter({ database, blobs, log, folder, hasPlans: settings.plans.isOn });
const app = await createApp({
  settings,
  database,
  blobs,
  afterMintStep: async (reached: MintStep) => {
    if (reached !== step) return;
    process.kill(process.pid, 'SIGKILL');
    // It may take a moment; nothing more is done until then.
    await new Promise(() => {});
  },
});
await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${listeningUrl(app, { ...settings, port: 0 })}\n`);
