/** Web MIDI: instruments that are plugged in play the pads or the keys, whichever panel is open. */
import { readMidi } from '../../../data/rules/instruments/midi.ts';
import { padOfNote } from '../../../data/rules/instruments/padKit.ts';
import { snapToScale } from '../../../data/rules/instruments/scaleKeys.ts';
import type { ClockPlace } from '../../../data/rules/time/midiClockIn.ts';
import { patchMidi, play } from '../../state/play.ts';
import type { Keys, MidiPort, Pads } from '../Studio.ts';
import type { MidiClockPort } from './midiClockPort.ts';

type Request = () => Promise<MIDIAccess>;

/** How this browser is asked for MIDI; null where it has none. */
function browserRequest(): Request | null {
  if (!('requestMIDIAccess' in navigator)) return null;
  return () => navigator.requestMIDIAccess({ sysex: false });
}

export class MidiInstruments implements MidiPort {
  private readonly pads: Pick<Pads, 'hit'>;
  private readonly keys: Pick<Keys, 'noteOn' | 'noteOff' | 'sustain' | 'silence'>;
  private readonly request: Request | null;
  private readonly time: Pick<
    MidiClockPort,
    'setOutputs' | 'send' | 'hear' | 'place' | 'choose'
  > | null;
  private access: MIDIAccess | null = null;
  /** Ids of what is plugged in. */
  private plugged = new Set<string>();

  constructor(
    pads: Pick<Pads, 'hit'>,
    keys: Pick<Keys, 'noteOn' | 'noteOff' | 'sustain' | 'silence'>,
    request: Request | null = browserRequest(),
    time: Pick<MidiClockPort, 'setOutputs' | 'send' | 'hear' | 'place' | 'choose'> | null = null,
  ) {
    this.time = time;
    this.pads = pads;
    this.keys = keys;
    this.request = request;
    if (!request) patchMidi({ status: 'absent' });
  }

  async ask(): Promise<void> {
    if (!this.request || this.access || play.midi.status === 'asking') return;
    patchMidi({ status: 'asking' });
    try {
      this.access = await this.request();
      this.access.onstatechange = this.listen;
      this.listen();
    } catch (cause) {
      console.info('MIDI was refused', cause);
      patchMidi({ status: 'refused', inputs: [] });
    }
  }

  async sendClock(isSent: boolean): Promise<void> {
    await this.time?.send(isSent);
  }

  chooseClock(choice: { readonly output?: string; readonly source?: string }): void {
    this.time?.choose(choice);
  }

  clock(): ClockPlace | null {
    return this.time?.place() ?? null;
  }

  async askIfAllowed(): Promise<void> {
    try {
      const name = 'midi' as PermissionName;
      const { state } = await navigator.permissions.query({ name });
      if (state === 'granted') await this.ask();
    } catch {
      // A browser that does not know the question is asked when the person wants it.
    }
  }

  /** Listens to everything that is plugged in now; called again whenever that changes. */
  private readonly listen = (): void => {
    if (!this.access) return;
    const inputs = [...this.access.inputs.values()].filter(({ state }) => state === 'connected');
    for (const input of inputs) input.onmidimessage = this.onMessage;
    const names = inputs.map(({ name }) => name ?? 'MIDI instrument');
    // What was unplugged with keys down would never stop, also where another took its place at once.
    const ids = new Set(inputs.map(({ id }) => id));
    if ([...this.plugged].some((id) => !ids.has(id))) this.keys.silence();
    this.plugged = ids;
    const all = [...(this.access.outputs?.values() ?? [])];
    const outputs = all.filter(({ state }) => state === 'connected');
    this.time?.setOutputs(outputs);
    const plugs = (ports: readonly MIDIPort[]) =>
      ports.map(({ id, name }) => ({ id, name: name ?? 'MIDI instrument' }));
    patchMidi({ status: 'on', inputs: names, sources: plugs(inputs), outputs: plugs(outputs) });
  };

  private readonly onMessage = ({ data, target, timeStamp }: MIDIMessageEvent): void => {
    if (!data) return;
    const port = (target as MIDIInput | null)?.id ?? '';
    // System messages are of the clock, all others of instruments.
    if ((data[0] ?? 0) >= 0xf0) this.time?.hear(port, data, timeStamp);
    const message = readMidi(data);
    if (!message) return;
    if (message.kind === 'silence') this.keys.silence();
    else if (message.kind === 'sustain') this.keys.sustain(message.isDown);
    else if (message.kind === 'off') this.keys.noteOff(`midi:${port}:${message.note}`);
    else if (play.midi.target === 'pads') this.pads.hit(padOfNote(message.note), message.velocity);
    else {
      const note = snapToScale(message.note, play.root, play.scale);
      this.keys.noteOn(`midi:${port}:${message.note}`, note, message.velocity);
    }
  };
}
