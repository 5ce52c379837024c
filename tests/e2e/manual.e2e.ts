/**
 * The manual, read beside the product: the words in bold of each section are on the screen that it tells of, and its
 * pictures can be taken. `npm run manual:pictures` makes these walks alone and writes the pictures.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type ServerProcess, startServerProcess } from '../../server/testing/serverProcess.ts';
import { journeyArgs, testChromiumPath } from '../chromium.ts';
import type { Person } from './accountPages.ts';
import { Guide } from './manualGuide.ts';
import { WALKS } from './manualWalks.ts';
import { signUp } from './ownServer.ts';

// Rings are drawn by the processor in any case; an emulated chip that puts pages together takes most of the time of a walk.
test.use({
  launchOptions: {
    executablePath: testChromiumPath(),
    args: [...journeyArgs, '--disable-gpu-compositing', '--disable-3d-apis'],
  },
});

test.describe('the manual', { tag: '@wide' }, () => {
  let folder = '';
  let server: ServerProcess;
  const people: Record<string, Person> = {};

  // A new server with its demo content and four people: what stands on pictures is the same each time.
  test.beforeAll(async ({ request }) => {
    folder = await mkdtemp(join(tmpdir(), 'rondo-manual-'));
    server = await startServerProcess(join(folder, 'data'), {
      RONDO_DEMO: 'on',
      RONDO_ADMINS: 'ada',
      RONDO_MODERATORS: 'ines',
      RONDO_TEACHERS: 'ada',
      BACKUP_FOLDER: join(folder, 'copies'),
      RONDO_RANDOM_STOCK: '0',
      RONDO_POSTERS: 'off',
      OPERATOR_NAME: 'The loop house',
      OPERATOR_CONTACT: 'hello@rondo.example',
    });
    for (const name of ['mia', 'tom', 'ines', 'ada']) {
      const authorization = await signUp(request, server.url, name);
      people[name] = { name, email: `${name}@example.org`, authorization };
      const displayName = name.replace(/^./, (first) => first.toUpperCase());
      const headers = { authorization };
      await request.post(`${server.url}/api/accounts/profile`, { data: { displayName }, headers });
    }
  });

  test.afterAll(async () => {
    await server?.kill();
    await rm(folder, { recursive: true, force: true });
  });

  for (const [file, walk] of Object.entries(WALKS)) {
    test(`says what is on the screen: ${file}`, async ({ browser, playwright }, info) => {
      const { url } = server;
      const request = await playwright.request.newContext({ baseURL: url });
      const guide = new Guide(file, { browser, request, url, people });
      try {
        await walk(guide);
      } finally {
        // For those who write the manual: what was on each screen.
        await writeFile(info.outputPath('seen.json'), JSON.stringify(guide.seen, null, 2));
        await guide.close();
        await request.dispose();
      }
      expect(guide.faults()).toEqual([]);
      if (process.env.RONDO_MANUAL_PICTURES === '1') guide.keepPictures();
    });
  }
});
