import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FIRST_CARD, PAGES_FOLDER, PAGES_LIST } from '../../../src/data/contract/builtPages.ts';
import { makeAccount } from '../../testing/accounts.ts';
import { describeOnce } from '../../testing/databases.ts';
import { temporaryFolder } from '../../testing/folders.ts';
import { shareStored } from '../../testing/rifffs.ts';
import { startTestServer } from '../../testing/testApp.ts';

const HOSTILE = `</title><script>alert(1)</script> $& "quoted" 'single' & {by} <!-- ]]>`;
const page = (body: string) => `<!doctype html><html><head></head><body>${body}</body></html>`;
const CARD = `<li data-first-card="">${Object.values(FIRST_CARD).join(' | ')}</li>`;
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36';

/** A built product with a document of the feed, with and without its first paint. */
async function builtFeed() {
  const folder = await temporaryFolder();
  const write = (file: string, text: string) => writeFile(join(folder.path, file), text);
  const [file, painted] = [`${PAGES_FOLDER}/feed.html`, `${PAGES_FOLDER}/painted.html`];
  await mkdir(join(folder.path, PAGES_FOLDER));
  await write('index.html', page('Index'));
  await write(file, page('Feed'));
  await write(painted, page(`<ul>${CARD}</ul>`));
  const paint = { withNotice: painted, plain: painted };
  await write(PAGES_LIST, JSON.stringify([{ path: '/feed', file, link: '', painted: paint }]));
  return folder;
}

describeOnce('the first paint of the feed', (open) => {
  it('shows the newest rifffs that everybody may see, where the address asks for no others', async () => {
    const folder = await builtFeed();
    const server = await startTestServer({
      ...(open && { openDatabase: open }),
      frontend: { folder: folder.path },
    });
    const { queries } = server.database;
    const { userId } = await makeAccount(server.database, 'Ada');
    const id = await shareStored(queries, { userId });
    const hostile = await shareStored(queries, { userId, title: HOSTILE });
    const hidden = await shareStored(queries, { userId, isPrivate: true });
    const removed = await shareStored(queries, { userId });
    const isRemoved = true;
    await queries.updateTable('shares').set({ isRemoved }).where('id', '=', removed).execute();
    const get = async (url: string) =>
      (await server.app.inject({ url, headers: { 'user-agent': CHROME } })).body;

    const feed = await get('/feed');
    const cards = feed.match(/<li data-first-card[\s\S]*?<\/li>/g) ?? [];
    expect(cards).toHaveLength(2);
    const titles = '&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; $&amp;';
    expect(cards[0]).toContain(`${hostile} | ${titles}`);
    expect(cards[1]).toContain(`${id} | Tide | Ada | 0 | 0 | <svg `);
    expect(feed).not.toContain('<script>alert');
    for (const gone of [hidden, removed]) expect(feed).not.toContain(gone);
    expect(await get('/feed?sort=likes')).toContain('<body>Feed');
    await server.close();
    await folder.remove();
  });
});
