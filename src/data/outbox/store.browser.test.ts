import { openDB } from 'idb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type CommitDocument,
  closeDevice,
  type MessageDocument,
  openDevice,
  type UploadDocument,
} from '../device.ts';
import { commitOf, createDraft } from '../rules/draft/draft.ts';
import { commitDocumentId } from './store.ts';

/** The outbox as a freshly loaded page has it. */
let pages = 0;
async function freshPage() {
  pages += 1;
  const store: typeof import('./store.ts') = await import(
    /* @vite-ignore */ `./store.ts?page=${pages}`
  );
  return store;
}

function documentAt(queued: number): CommitDocument {
  const rifff = commitOf(createDraft('you'));
  return {
    _id: commitDocumentId(rifff._id),
    type: 'Commit',
    rifff,
    title: '',
    account: null,
    state: 'waiting',
    reason: '',
    autoplay: false,
    queued,
  } as CommitDocument;
}

const uploadOf = (loopId: string): UploadDocument => ({
  loopId,
  loop: {
    _id: loopId,
    creatorUserName: 'you',
    created: 1,
    category: 'fx',
    startOffsetSamples: 0,
    barLength: 16,
    length16ths: 16,
    bps: 2,
    sampleRate: 48_000,
  },
  files: { ogg: new Blob(['ogg']), flac: new Blob(['flac']) },
  uploaded: null,
});

afterEach(async () => {
  vi.restoreAllMocks();
  const { listCommits, removeCommit } = await freshPage();
  for (const { _id } of await listCommits()) await removeCommit(_id);
  await (await openDevice()).clear('uploads');
});

describe('the outbox of this device', () => {
  it('is there for the next page, oldest first', async () => {
    const page = await freshPage();
    const [late, early] = [documentAt(20), documentAt(10)];
    expect(await page.putCommit(late)).toBe(true);
    expect(await page.putCommit(early)).toBe(true);
    const next = await freshPage();
    expect((await next.listCommits()).map(({ _id }) => _id)).toEqual([early._id, late._id]);
    await next.removeCommit(early._id);
    expect(await page.readCommit(early._id)).toBeUndefined();
  });

  it('has the messages that wait for the next page, oldest first', async () => {
    const page = await freshPage();
    const messageAt = (id: string, queued: number): MessageDocument => ({
      id,
      jamId: 'you',
      account: 'you',
      text: id,
      images: [],
      voice: null,
      replyTo: null,
      rifff: null,
      state: 'waiting',
      reason: '',
      queued,
    });
    // Ids say nothing about when a message was written, unless two were in one moment.
    for (const [id, queued] of [
      ['a', 20],
      ['c', 10],
      ['b', 10],
    ] as const) {
      await page.putMessage(messageAt(id, queued));
    }
    const next = await freshPage();
    expect((await next.listUnsent()).map(({ id }) => id)).toEqual(['b', 'c', 'a']);
    for (const id of ['a', 'b', 'c']) await next.removeMessage(id);
    expect(await page.listUnsent()).toEqual([]);
  });

  it('holds a commit that storage refuses as long as the page lives', async () => {
    const page = await freshPage();
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const document = documentAt(1);
    expect(await page.putCommit(document)).toBe(false);
    expect(await page.listCommits()).toEqual([document]);
    put.mockRestore();
    expect(await page.putCommit(document)).toBe(true);
    expect(await (await freshPage()).listCommits()).toHaveLength(1);
  });

  it('is used by one page at a time', async () => {
    const [first, second] = [await freshPage(), await freshPage()];
    const order: string[] = [];
    let finish = () => {};
    const busy = first.asOnlySender(
      () =>
        new Promise<void>((resolve) => {
          order.push('first begins');
          finish = () => {
            order.push('first ends');
            resolve();
          };
        }),
    );
    const waiting = second.asOnlySender(async () => void order.push('second'));
    await expect.poll(() => order).toEqual(['first begins']);
    finish();
    await Promise.all([busy, waiting]);
    expect(order).toEqual(['first begins', 'first ends', 'second']);
  });
});

it('keeps the drafts of a device from before there was an outbox', async () => {
  await closeDevice();
  const name = 'rondo-upgrade';
  const old = await openDB(name, 1, {
    upgrade(db) {
      db.createObjectStore('documents', { keyPath: '_id' }).createIndex('updated', 'updated');
    },
  });
  await old.put('documents', { _id: 'draft_a', updated: 1 });
  old.close();
  const upgraded = await openDevice(name);
  expect(await upgraded.get('documents', 'draft_a')).toMatchObject({ updated: 1 });
  expect([...upgraded.objectStoreNames]).toEqual(['commits', 'documents', 'messages', 'uploads']);
  await closeDevice();
  indexedDB.deleteDatabase(name);
});

it('goes on with an encoded loop that a full device cannot keep', async () => {
  const page = await freshPage();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const document = uploadOf('kettle');
  expect(await page.putUpload(document)).toBe(false);
  expect(await page.readUpload('kettle')).toBe(document);
  expect(await page.notUploaded([document.loop])).toEqual([document.loop]);

  // Where the loop is now cannot be kept either: the sound on the device must stay.
  const uploaded = { ...document.loop, cdn_attachments: { oggAudio: { key: 'k' } } };
  expect(await page.putUpload({ ...document, files: null, uploaded })).toBe(false);
  expect(await page.notUploaded([document.loop])).toEqual([]);
  put.mockRestore();
  expect(await (await freshPage()).readUpload('kettle')).toBeUndefined();
});

it('finds what was encoded before a reload', async () => {
  await (await freshPage()).putUpload(uploadOf('cup'));
  const found = await (await freshPage()).readUpload('cup');
  expect(await found?.files?.ogg.text()).toBe('ogg');
});
