import { describe, expect, test } from 'vitest';
import { importChunk, type ReloadPorts } from './importChunk.ts';

function browser(isServerUp: boolean) {
  const kept = new Map<string, string>();
  const seen = { reloads: 0, nowMs: 1_000_000 };
  const ports: ReloadPorts = {
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
    },
    isServerThere: async () => isServerUp,
    reload: () => {
      seen.reloads += 1;
    },
    nowMs: () => seen.nowMs,
  };
  return { ports, seen };
}

const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('a missing piece of the app', () => {
  test('reloads the page once, then fails', async () => {
    const { ports, seen } = browser(true);
    void importChunk(missing, ports);
    await settle();
    expect(seen.reloads).toBe(1);
    await expect(importChunk(missing, ports)).rejects.toThrow('dynamically imported');
    expect(seen.reloads).toBe(1);
  });

  test('reloads again for a later failure', async () => {
    const { ports, seen } = browser(true);
    void importChunk(missing, ports);
    await settle();
    seen.nowMs += 120_000;
    void importChunk(missing, ports);
    await settle();
    expect(seen.reloads).toBe(2);
  });

  test('never reloads while the server cannot be reached', async () => {
    const { ports, seen } = browser(false);
    await expect(importChunk(missing, ports)).rejects.toThrow('dynamically imported');
    expect(seen.reloads).toBe(0);
  });

  test('gives what was loaded', async () => {
    const { ports, seen } = browser(true);
    await expect(importChunk(async () => 7, ports)).resolves.toBe(7);
    expect(seen.reloads).toBe(0);
  });
});
