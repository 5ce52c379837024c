import { beforeEach, expect, test } from 'vitest';
import type { ImportItem } from '../state/files.ts';
import { dropFile, listImports, putFile, putItems, putSurvey } from './importStore.ts';

const kept = (id: string, bytes: number) => ({
  id,
  file: new File([new Uint8Array(bytes).fill(7)], `${id}.wav`),
  path: `Stems/${id}.wav`,
  hints: { rifffBps: null, barLength: 16 },
  batch: 'one',
});

beforeEach(async () => {
  for (const { id } of await listImports()) await dropFile(id);
});

test('files come back with their bytes, what was heard and how they are set, in their order', async () => {
  expect(await putFile(kept('a', 10))).toBe(true);
  expect(await putFile(kept('b', 20))).toBe(true);
  const strike = Float32Array.of(0.5);
  const outline = Uint8Array.of(1, 2);
  await putSurvey({ id: 'b', outline, strikes: { all: strike, low: strike, mid: strike } });
  const item = { id: 'b', title: 'Bass' } as ImportItem;
  await putItems([
    { id: 'b', at: 0, item },
    { id: 'a', at: 1, item: { ...item, id: 'a' } },
  ]);
  const [first, second] = await listImports();
  expect(first).toMatchObject({ id: 'b', path: 'Stems/b.wav', item: { title: 'Bass' } });
  expect(first?.survey?.outline).toEqual(outline);
  expect([...new Uint8Array(await first!.file.arrayBuffer())]).toEqual(new Array(20).fill(7));
  expect(second).toMatchObject({ id: 'a', survey: undefined });
  await dropFile('b');
  expect((await listImports()).map(({ id }) => id)).toEqual(['a']);
});

test('what is more than there is room for is refused, and takes nothing away', async () => {
  expect(await putFile(kept('a', 600), 1000)).toBe(true);
  expect(await putFile(kept('b', 600), 1000)).toBe(false);
  expect(await putFile(kept('c', 300), 1000)).toBe(true);
  expect((await listImports()).map(({ id }) => id).sort()).toEqual(['a', 'c']);
});
