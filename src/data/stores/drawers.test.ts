import { expect, it, vi } from 'vitest';

async function opened(kept: string | null) {
  const storage = new Map(kept === null ? [] : [['rondo/drawers', kept]]);
  vi.resetModules();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => storage.set(key, text),
  });
  const { drawers, openDrawer, toggleDrawer } = await import('./drawers.ts');
  vi.unstubAllGlobals();
  return { drawers, openDrawer, toggleDrawer, storage };
}

it('opens with the people and the talk, and one drawer a side', async () => {
  const { drawers, openDrawer, toggleDrawer } = await opened(null);
  expect(drawers).toEqual({ left: 'people', right: 'talk', isHistoryOpen: true });
  openDrawer('loops');
  expect(drawers.left).toBe('loops');
  toggleDrawer('loops');
  expect(drawers.left).toBeNull();
  toggleDrawer('slots');
  expect(drawers).toEqual({ left: null, right: 'slots', isHistoryOpen: true });
});

it('stands as it was left, and as at first where that cannot be read', async () => {
  const left = '{"left":null,"right":"slots","isHistoryOpen":false}';
  expect((await opened(left)).drawers).toEqual(JSON.parse(left));
  for (const broken of ['{', '[]', '7', '{"left":"talk","right":4}']) {
    expect((await opened(broken)).drawers, broken).toEqual({
      left: 'people',
      right: 'talk',
      isHistoryOpen: true,
    });
  }
});
