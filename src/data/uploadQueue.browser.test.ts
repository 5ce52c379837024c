import { afterEach, expect, it, vi } from 'vitest';
import { closeDevice, openDevice } from './device.ts';
import { readUpload, type UploadDocument } from './uploads.ts';

/** The module as a freshly loaded page has it. */
let pages = 0;
async function freshPage(): Promise<typeof import('./uploads.ts')> {
  pages += 1;
  return import(/* @vite-ignore */ `./uploads.ts?page=${pages}`);
}

const documentOf = (loopId: string): UploadDocument => ({
  loopId,
  loop: {
    ...{ _id: loopId, creatorUserName: 'you', created: 1, category: 'fx', startOffsetSamples: 0 },
    ...{ barLength: 16, length16ths: 16, bps: 2, sampleRate: 48_000 },
  },
  files: { ogg: new Blob(['ogg']), flac: new Blob(['flac']) },
  uploaded: null,
});

afterEach(async () => {
  vi.restoreAllMocks();
  await (await openDevice()).clear('uploads');
  await closeDevice();
});

it('goes on with an encoded loop that a full device cannot keep', async () => {
  const page = await freshPage();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const document = documentOf('kettle');
  expect(await page.putUpload(document)).toBe(false);
  expect(await page.readUpload('kettle')).toBe(document);
  expect(await page.notUploaded([document.loop])).toEqual([document.loop]);

  // Where the loop is now cannot be kept either: the sound on the device must stay.
  const uploaded = { ...document.loop, cdn_attachments: { oggAudio: { key: 'k' } } };
  expect(await page.putUpload({ ...document, files: null, uploaded })).toBe(false);
  expect(await page.notUploaded([document.loop])).toEqual([]);
  put.mockRestore();
  expect(await readUpload('kettle')).toBeUndefined();
});

it('finds what was encoded before a reload', async () => {
  await (await freshPage()).putUpload(documentOf('cup'));
  const found = await (await freshPage()).readUpload('cup');
  expect(await found?.files?.ogg.text()).toBe('ogg');
});
