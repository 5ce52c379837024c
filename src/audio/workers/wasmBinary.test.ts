import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterEach, expect, it, vi } from 'vitest';
import { base64Bytes, wasmBinary } from './wasmBinary.ts';

const { resolve } = createRequire(import.meta.url);
const bytesOf = (name: string) => new Uint8Array(readFileSync(resolve(name)));

/** A number of LEB128 at a byte, and the byte behind it. */
function numberAt(bytes: Uint8Array, from: number): [number, number] {
  let [value, at, shift] = [0, from, 0];
  for (; ; shift += 7) {
    const byte = bytes[at++]!;
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return [value, at];
  }
}

/** Most bytes of memory that a module lets itself grow to (WebAssembly Core 1, section 5.5.8). */
function memoryCeiling(module: Uint8Array): number | null {
  for (let at = 8; at < module.length; ) {
    const section = module[at]!;
    const [size, body] = numberAt(module, at + 1);
    if (section === 5) {
      const [, flags] = numberAt(module, body);
      const [, most] = numberAt(module, flags + 1);
      return (module[flags]! & 1) === 0 ? null : numberAt(module, most)[0] * 65_536;
    }
    at = body + size;
  }
  return null;
}

afterEach(() => {
  vi.restoreAllMocks();
});

it('a binary comes from its address, else from the embedded copy', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const embedded = async () => btoa('\0asm');
  const url = 'data:application/wasm,fetched';
  expect(new TextDecoder().decode(await wasmBinary(url, embedded))).toBe('fetched');
  expect(warn).not.toHaveBeenCalled();
  expect([...(await wasmBinary('blob:nothing', embedded))]).toEqual([0, 97, 115, 109]);
  expect(warn.mock.calls[0]![0]).toBe('failed to load wasm binary file');
});

it('says so when the copy is no base64', async () => {
  expect(() => base64Bytes('*')).toThrow('Converting base64 string to bytes failed.');
  expect([...base64Bytes('data:application/wasm;base64,AGFz')]).toEqual([0, 97, 115]);
});

it.each(['wasm-media-encoders/wasm/ogg.wasm', 'ogv/dist/ogv-decoder-audio-vorbis-wasm.wasm'])(
  '%s may take two gigabytes of memory and no more',
  (name) => {
    expect(memoryCeiling(bytesOf(name))).toBe(2_147_483_648);
  },
);

it('the vocoder, which is embedded in its script, may take as much', () => {
  const script = readFileSync(resolve('signalsmith-stretch'), 'utf8');
  const [copy] = /AGFzbQ[A-Za-z0-9+/]*=*/.exec(script)!;
  expect(memoryCeiling(base64Bytes(copy))).toBe(2_147_483_648);
});
