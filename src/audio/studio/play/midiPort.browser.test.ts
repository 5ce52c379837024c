import { afterEach, describe, expect, it } from 'vitest';
import { PAD } from '../../../data/rules/instruments/padKit.ts';
import { patchMidi, play, setPlayKey } from '../../state/play.ts';
import { MidiInstruments } from './midiPort.ts';

/** A browser with MIDI as a person's machine has it: no test can plug a real instrument in. */
class FakeAccess extends EventTarget {
  readonly inputs = new Map<string, MIDIInput>();
  onstatechange: (() => void) | null = null;

  plug(id: string): (...bytes: number[]) => void {
    const input = { id, name: `Piano ${id}`, state: 'connected', onmidimessage: null };
    this.inputs.set(id, input as unknown as MIDIInput);
    this.onstatechange?.();
    return (...bytes) => {
      const listener = input.onmidimessage as ((event: unknown) => void) | null;
      listener?.({ data: Uint8Array.from(bytes), target: input });
    };
  }

  unplug(id: string): void {
    this.inputs.delete(id);
    this.onstatechange?.();
  }
}

function setUp(request?: (() => Promise<MIDIAccess>) | null) {
  const heard: string[] = [];
  const access = new FakeAccess();
  const port = new MidiInstruments(
    { hit: (pad, velocity) => void heard.push(`pad ${pad} ${velocity.toFixed(2)}`) },
    {
      noteOn: (source, midi, velocity) =>
        void heard.push(`on ${source} ${midi} ${velocity.toFixed(2)}`),
      noteOff: (source) => void heard.push(`off ${source}`),
      sustain: (isDown) => void heard.push(`pedal ${isDown}`),
      silence: () => void heard.push('silence'),
    },
    request === undefined ? async () => access as unknown as MIDIAccess : request,
  );
  return { heard, access, port };
}

afterEach(() => {
  patchMidi({ status: 'off', inputs: [], target: 'keys' });
  setPlayKey(0, 0);
});

describe('MIDI instruments', () => {
  it('play the keys in the key of the rifff, let go and use the pedal', async () => {
    setPlayKey(0, 0);
    const { heard, access, port } = setUp();
    await port.ask();
    const send = access.plug('1');
    send(0x90, 61, 127);
    send(0x80, 61, 0);
    send(0xb0, 64, 127);
    send(0xf8);
    expect(heard).toEqual(['on midi:1:61 60 1.00', 'off midi:1:61', 'pedal true']);
  });

  it('play the pads where the pads are open', async () => {
    const { heard, access, port } = setUp();
    await port.ask();
    patchMidi({ target: 'pads' });
    access.plug('1')(0x99, 38, 64);
    expect(heard).toEqual([`pad ${PAD.snare} 0.50`]);
  });

  it('come and go while the page is open; what goes with keys down falls silent', async () => {
    const { heard, access, port } = setUp();
    await port.ask();
    expect(play.midi.status).toBe('on');
    expect(play.midi.inputs).toEqual([]);
    access.plug('1');
    access.plug('2');
    expect(play.midi.inputs).toEqual(['Piano 1', 'Piano 2']);
    access.unplug('1');
    expect(play.midi.inputs).toEqual(['Piano 2']);
    expect(heard).toEqual(['silence']);
  });

  it('fall silent where one takes the place of another in the same moment', async () => {
    const { heard, access, port } = setUp();
    await port.ask();
    access.plug('1');
    access.inputs.delete('1');
    access.plug('2');
    expect(play.midi.inputs).toEqual(['Piano 2']);
    expect(heard).toEqual(['silence']);
  });

  it('that are refused, or that the browser does not know, are said to be so', async () => {
    const { port } = setUp(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
    await port.ask();
    expect(play.midi.status).toBe('refused');
    const absent = setUp(null);
    expect(play.midi.status).toBe('absent');
    await absent.port.ask();
    expect(play.midi.status).toBe('absent');
  });
});
