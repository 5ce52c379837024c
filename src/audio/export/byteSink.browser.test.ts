/** Where exports go, with real files: those of the page's own storage are of the same kind as chosen ones. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSink } from './byteSink.ts';

const KIND = { name: 'Night – bus.wav', mime: 'audio/wav', description: 'Sound' };
const before = Object.getOwnPropertyDescriptor(window, 'showSaveFilePicker');
const own = Object.getOwnPropertyDescriptor(StorageManager.prototype, 'getDirectory')!;
let root: FileSystemDirectoryHandle;

beforeEach(async () => {
  root = await navigator.storage.getDirectory();
  for await (const name of root.keys()) await root.removeEntry(name, { recursive: true });
});
afterEach(() => {
  if (before) Object.defineProperty(window, 'showSaveFilePicker', before);
  Object.defineProperty(StorageManager.prototype, 'getDirectory', own);
});

function pickFrom(pick: unknown): void {
  Object.defineProperty(window, 'showSaveFilePicker', { value: pick, configurable: true });
}

const bytes = (...values: number[]) => new Uint8Array(values);
const textOf = async (blob: Blob) => [...new Uint8Array(await blob.arrayBuffer())];

async function namesIn(folder: FileSystemDirectoryHandle): Promise<string[]> {
  const names: string[] = [];
  for await (const name of folder.keys()) names.push(name);
  return names;
}

describe('a place that the person chooses', () => {
  const choose = async () => {
    const handle = await root.getFileHandle('chosen.wav', { create: true });
    let asked: unknown;
    pickFrom(async (options: unknown) => {
      asked = options;
      return handle;
    });
    return { handle, asked: () => asked };
  };

  it('is asked for by name and kind, and written as it comes', async () => {
    const { handle, asked } = await choose();
    const sink = await openSink(KIND);
    expect(asked()).toEqual({
      suggestedName: KIND.name,
      types: [{ description: 'Sound', accept: { 'audio/wav': ['.wav'] } }],
    });
    await sink.write(bytes(1, 2, 3));
    await sink.writeAt(0, bytes(9));
    await sink.write(bytes(4));
    expect(await sink.close()).toBe(null);
    expect(await textOf(await handle.getFile())).toEqual([9, 2, 3, 4]);
  });

  it('has no file when the export comes to nothing', async () => {
    await choose();
    const sink = await openSink(KIND);
    await sink.write(new Uint8Array(1e6));
    await sink.abort();
    expect(await namesIn(root)).toEqual([]);
  });

  it('keeps the file that was there before', async () => {
    const { handle } = await choose();
    const stream = await handle.createWritable();
    await stream.write(bytes(7));
    await stream.close();
    const sink = await openSink(KIND);
    await sink.write(bytes(1, 2));
    await sink.abort();
    expect(await textOf(await handle.getFile())).toEqual([7]);
  });

  it('that was not chosen is an end, not another place', async () => {
    pickFrom(() => Promise.reject(new DOMException('', 'AbortError')));
    await expect(openSink(KIND)).rejects.toThrow(DOMException);
    expect(await namesIn(root)).toEqual([]);
  });
});

describe('where no place can be chosen', () => {
  it('a file of this page takes it, and an older one stays while it may be copied', async () => {
    pickFrom(undefined);
    const first = await openSink(KIND);
    await first.write(bytes(1, 2));
    const file = (await first.close())!;
    const second = await openSink(KIND);
    await second.write(bytes(3));
    await second.abort();
    expect(file.type).toBe('audio/wav');
    expect(await textOf(file)).toEqual([1, 2]);
    const folder = await root.getDirectoryHandle('exports');
    expect(await namesIn(folder)).toHaveLength(1);
    await folder.getDirectoryHandle(`${Date.now() - 2 * 3600 * 1000}-old`, { create: true });
    await (await openSink(KIND)).abort();
    expect(await namesIn(folder)).toHaveLength(1);
  });

  it('a blob takes it where this page has no files', async () => {
    pickFrom(undefined);
    Object.defineProperty(StorageManager.prototype, 'getDirectory', {
      value: () => Promise.reject(new DOMException('', 'SecurityError')),
      configurable: true,
    });
    const sink = await openSink(KIND);
    await sink.write(bytes(1, 2, 3));
    await sink.writeAt(1, bytes(8));
    await sink.write(bytes(4));
    expect(await textOf((await sink.close())!)).toEqual([1, 8, 3, 4]);
  });
});
