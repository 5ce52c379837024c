/** No note hangs, whatever happens between a key's going down and its coming up. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { gesture } from '../../../../tests/audio/gesture.ts';
import { rms } from '../../../../tests/audio/offline.ts';
import { tapLoudspeaker } from '../../../../tests/audio/recorder.ts';
import { createEngine } from '../../engine/createEngine.ts';
import type { Engine } from '../../engine/Engine.ts';
import { patchKeys, patchMidi } from '../../state/play.ts';
import type { Studio } from '../Studio.ts';
import { MidiInstruments } from './midiPort.ts';

let tap: ReturnType<typeof tapLoudspeaker>;
let engine: Engine;
let studio: Studio;
const held = () => [...studio.keys.held].flatMap((is, midi) => (is === 1 ? [midi] : []));
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function loudness(): Promise<number> {
  await tap.start(0.2);
  await tap.heard(0.2);
  return rms((await tap.stop()).wave);
}
/** What was let go has faded away: a note that hangs sounds for ever. */
const silent = () => expect.poll(loudness).toBe(0);

beforeEach(async () => {
  tap = tapLoudspeaker();
  await gesture();
  engine = createEngine();
  studio = await engine.studio();
  patchKeys({ patch: 'lead' });
});
afterEach(async () => {
  patchKeys({ patch: 'bass' });
  tap.release();
  await engine.dispose();
});

it('a finger that slides and lifts before the sound has begun leaves nothing behind', async () => {
  studio.keys.noteOn('finger', 60, 0.8);
  studio.keys.noteOn('finger', 64, 0.8);
  studio.keys.noteOff('finger');
  studio.keys.noteOn('finger', 67, 0.8);
  await expect.poll(held).toEqual([67]);
  await expect.poll(loudness).toBeGreaterThan(0.005);
  studio.keys.noteOff('finger');
  expect(held()).toEqual([]);
  await silent();
});

it('what was silenced before the sound has begun does not begin', async () => {
  studio.keys.noteOn('finger', 60, 0.8);
  studio.keys.silence();
  studio.keys.noteOn('other', 64, 0.8);
  await expect.poll(held).toEqual([64]);
  studio.keys.noteOff('other');
  await silent();
});

it('a chord held while the patch is changed ends when it is let go, on a patch of one voice too', async () => {
  for (const midi of [60, 64, 67]) studio.keys.noteOn(`${midi}`, midi, 0.8);
  await expect.poll(held).toEqual([60, 64, 67]);
  patchKeys({ patch: 'bass' });
  await wait(100);
  studio.keys.noteOn('over', 48, 0.8);
  for (const source of ['60', '64', '67', 'over']) studio.keys.noteOff(source);
  expect(held()).toEqual([]);
  await silent();
});

it('a MIDI instrument that is unplugged with keys and pedal down falls silent', async () => {
  const input = { id: 'a', name: 'Piano', state: 'connected' } as unknown as MIDIInput;
  const access = { inputs: new Map([['a', input]]) } as unknown as MIDIAccess;
  const port = new MidiInstruments(studio.pads, studio.keys, async () => access);
  await port.ask();
  patchMidi({ target: 'keys' });
  const send = (...bytes: number[]) => {
    const event = new MIDIMessageEvent('midimessage', { data: Uint8Array.from(bytes) });
    Object.defineProperty(event, 'target', { value: input });
    input.onmidimessage?.call(input, event);
  };
  send(0x90, 60, 100);
  await expect.poll(held).toEqual([60]);
  send(0xb0, 64, 127);
  send(0x80, 60, 0);
  send(0x90, 67, 100);
  expect(held()).toEqual([60, 67]);
  (access.inputs as unknown as Map<string, MIDIInput>).clear();
  access.onstatechange?.call(access, new Event('statechange') as MIDIConnectionEvent);
  expect(held()).toEqual([]);
  await silent();
  patchMidi({ status: 'off', inputs: [] });
});
