import { expect, it } from 'vitest';
import { encodeInPieces } from './trackFile.ts';
it('half an hour', async () => {
  const rate = 44100, sec = 1800;
  const chunk = new Int16Array(2 * rate);
  for (let n = 0; n < rate; n++) { chunk[2 * n] = 8000 * Math.sin(n * 0.03) + 4000 * (Math.random() - 0.5); chunk[2 * n + 1] = 8000 * Math.sin(n * 0.041); }
  const head = new DataView(new ArrayBuffer(44));
  const text = (at: number, v: string) => { for (let i = 0; i < v.length; i++) head.setUint8(at + i, v.charCodeAt(i)); };
  const bytes = sec * rate * 4;
  text(0, 'RIFF'); head.setUint32(4, 36 + bytes, true); text(8, 'WAVEfmt '); head.setUint32(16, 16, true); head.setUint16(20, 1, true); head.setUint16(22, 2, true); head.setUint32(24, rate, true); head.setUint32(28, rate * 4, true); head.setUint16(32, 4, true); head.setUint16(34, 16, true); text(36, 'data'); head.setUint32(40, bytes, true);
  const file = new Blob([head, ...Array.from({ length: sec }, () => chunk)]);
  const before = performance.now();
  let most = 0;
  const watch = setInterval(() => { most = Math.max(most, (performance as any).memory?.usedJSHeapSize ?? 0); }, 200);
  const out = await encodeInPieces(file, 1800);
  clearInterval(watch);
  console.log('LONG', file.size / 1e6, 'MB in', out!.size / 1e6, 'MB out', (performance.now() - before) / 1000, 's', most / 1e6, 'MB heap');
  expect(out!.size).toBeGreaterThan(1e6);
}, 400_000);
