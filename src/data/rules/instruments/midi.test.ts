import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMidi } from './midi.ts';
import { PADS, padOfNote } from './padKit.ts';

describe('MIDI', () => {
  it('reads notes, velocity and the pedal on every channel', () => {
    fc.assert(
      fc.property(fc.nat(15), fc.nat(127), fc.integer({ min: 1, max: 127 }), (channel, note, v) => {
        expect(readMidi([0x90 + channel, note, v])).toEqual({
          kind: 'on',
          note,
          velocity: v / 127,
        });
        expect(readMidi([0x90 + channel, note, 0])).toEqual({ kind: 'off', note });
        expect(readMidi([0x80 + channel, note, v])).toEqual({ kind: 'off', note });
        const pedal = readMidi([0xb0 + channel, 64, v]);
        expect(pedal).toEqual({ kind: 'sustain', isDown: v >= 64 });
      }),
    );
    expect(readMidi([0xb0, 123, 0])).toEqual({ kind: 'silence' });
  });

  it('takes nothing from what it does not know: clock, sysex, broken and cut messages', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 6 }), (bytes) => {
        const message = readMidi(bytes);
        if (message?.kind !== 'on') return;
        expect(message.note).toBeLessThan(128);
        expect(message.velocity).toBeGreaterThan(0);
        expect(message.velocity).toBeLessThanOrEqual(1);
      }),
    );
    expect(readMidi([0xf8])).toBeNull();
    expect(readMidi([0x90, 60])).toBeNull();
    expect(readMidi([0x90, 200, 3])).toBeNull();
  });

  it('reaches every pad from the sixteen notes that pad controllers send', () => {
    const reached = Array.from({ length: 16 }, (_, at) => padOfNote(36 + at));
    expect(new Set(reached).size).toBe(PADS.length);
    for (let note = 0; note < 128; note++) expect(PADS[padOfNote(note)]).toBeDefined();
  });
});
