/** The keys: sounds notes at once, records them into a phrase that goes round, and makes a loop of it. */
import { subscribe } from 'valtio/vanilla';
import {
  addNote,
  lastPass,
  type PhraseNote,
  phraseLength,
  quantised16ths,
  soundingNotes,
} from '../../../data/rules/phrase.ts';
import { frameOf16ths } from '../../../data/rules/steps.ts';
import { barFrames } from '../../../data/rules/timing.ts';
import type { Grid } from '../../looper/gridClock.ts';
import {
  keysPhrase,
  patchKeys,
  play,
  type SynthSettings,
  setKeysPhrase,
} from '../../state/play.ts';
import type { StudioHost, StudioRig } from '../host.ts';
import type { Keys } from '../Instruments.ts';
import type { SoundSamples } from '../Studio.ts';
import { scheduleClick } from './clicks.ts';
import { frameHeard, frameNow, type PlayClock } from './playClock.ts';
import { Runner, type Scheduled } from './runner.ts';
import { PATCHES, type Patch } from './synth/patches.ts';
import { renderPhrase } from './synth/renderPhrase.ts';
import { Synth } from './synth/synth.ts';
import type { Voice } from './synth/voice.ts';

/** A note that a finger, a key or a MIDI key holds. */
interface HeldNote {
  readonly midi: number;
  readonly velocity: number;
  readonly voice: Voice;
  /** Frame that was heard when it was struck. */
  readonly heardFrame: number;
  /** Let go, but the pedal keeps it. */
  isLetGo: boolean;
}

export class KeyPlayer implements Keys {
  readonly held = new Uint8Array(128);
  private readonly host: StudioHost;
  private readonly clock: PlayClock;
  private rig: StudioRig | null = null;
  private synth: Synth | null = null;
  private runner: Runner | null = null;
  private readonly notes = new Map<string, HeldNote>();
  /** Notes that wait for the context to run, by source: the newest of each. */
  private readonly coming = new Map<string, { isLetGo: boolean }>();
  private isPedalDown = false;
  private phrase = keysPhrase();
  private sounding = soundingNotes(this.phrase, PATCHES[play.keys.patch].voices);
  /** Notes just played by hand: they do not sound a second time before a frame. */
  private fresh = new Map<PhraseNote, number>();
  private firstPass = 0;
  private originFrame = 0;

  constructor(host: StudioHost, clock: PlayClock) {
    this.host = host;
    this.clock = clock;
    subscribe(play, this.onChange, true);
  }

  private get patch(): Patch {
    return PATCHES[play.keys.patch];
  }

  private get settings(): SynthSettings {
    return { ...play.keys.settings[play.keys.patch] };
  }

  private readonly onChange = (): void => {
    const isOther = this.synth !== null && this.synth.patch !== this.patch;
    this.synth?.update(this.patch, this.settings);
    if (!isOther && keysPhrase() === this.phrase) return;
    this.phrase = keysPhrase();
    this.sounding = soundingNotes(this.phrase, this.patch.voices);
    this.runner?.relay();
  };

  private async open(): Promise<StudioRig> {
    this.rig ??= await this.host.open();
    const { context, instruments } = this.rig;
    this.synth ??= new Synth(context, instruments, this.patch, this.settings);
    this.runner ??= new Runner(context, this.clock, {
      lay: (grid, from, to) => this.lay(grid, from, to),
      ended: () => {
        this.closeHeld();
        this.clock.leave(this);
        patchKeys({ isRunning: false, isRecording: false });
      },
    });
    return this.rig;
  }

  noteOn(source: string, midi: number, velocity: number): void {
    if (midi < 0 || midi > 127) return;
    this.noteOff(source);
    if (this.rig?.context.state === 'running') {
      this.coming.delete(source);
      this.strike(source, midi, velocity);
      return;
    }
    const coming = { isLetGo: false };
    this.coming.set(source, coming);
    this.open()
      .then(() => {
        // A finger that slid on meanwhile sounds where it is; one that was silenced not at all.
        if (this.coming.get(source) !== coming) return;
        this.coming.delete(source);
        this.strike(source, midi, velocity);
        if (coming.isLetGo) this.noteOff(source);
      })
      .catch((cause: unknown) => {
        if (this.coming.get(source) === coming) this.coming.delete(source);
        console.error('A note could not sound', cause);
      });
  }

  private strike(source: string, midi: number, velocity: number): void {
    const { rig, synth } = this;
    if (!rig || !synth) return;
    const voice = synth.start(midi, velocity, rig.context.currentTime);
    const heardFrame = frameHeard(rig.context);
    this.notes.set(source, { midi, velocity, voice, heardFrame, isLetGo: false });
    this.held[midi] = 1;
  }

  noteOff(source: string): void {
    const note = this.notes.get(source);
    if (!note) {
      const coming = this.coming.get(source);
      if (coming) coming.isLetGo = true;
      return;
    }
    if (this.isPedalDown) {
      note.isLetGo = true;
      this.notes.delete(source);
      this.notes.set(`pedal:${source}:${note.heardFrame}`, note);
    } else this.letGo(source, note);
  }

  private letGo(source: string, note: HeldNote): void {
    const { rig } = this;
    this.notes.delete(source);
    if (![...this.notes.values()].some(({ midi }) => midi === note.midi)) this.held[note.midi] = 0;
    if (!rig) return;
    note.voice.release(rig.context.currentTime);
    if (play.keys.isRunning && play.keys.isRecording) this.write(rig, note);
  }

  sustain(isDown: boolean): void {
    this.isPedalDown = isDown;
    if (isDown) return;
    for (const [source, note] of [...this.notes]) if (note.isLetGo) this.letGo(source, note);
  }

  silence(): void {
    this.isPedalDown = false;
    this.coming.clear();
    for (const [source, note] of [...this.notes]) this.letGo(source, note);
  }

  /** Notes that are still held when recording ends have their length until then. */
  private closeHeld(): void {
    if (!this.rig || !play.keys.isRecording) return;
    for (const note of this.notes.values()) this.write(this.rig, note);
  }

  /** Writes a note that was let go into the phrase, where it was heard. */
  private write(rig: StudioRig, { midi, velocity, heardFrame }: HeldNote): void {
    const grid = this.clock.gridAt(heardFrame);
    if (!grid) return;
    const phrase = keysPhrase();
    const perStep = barFrames(grid.barLength, grid.bps) / grid.barLength;
    const at16ths = (heardFrame - grid.originFrame) / perStep;
    // What is struck in the count-in, but just before the one, means the one.
    if (heardFrame < this.originFrame - 2 * perStep) return;
    const total = phraseLength(phrase);
    const start16ths = heardFrame < this.originFrame ? 0 : at16ths;
    const turn = Math.floor(Math.max(0, at16ths) / total);
    const next = addNote(phrase, {
      midi,
      velocity,
      start16ths,
      length16ths: (frameHeard(rig.context) - heardFrame) / perStep,
      pass: this.firstPass + turn,
    });
    const written = next.notes.at(-1);
    if (written) this.fresh.set(written, frameNow(rig.context) + Math.ceil(2 * perStep));
    setKeysPhrase(next);
  }

  async start(): Promise<void> {
    const rig = await this.open();
    if (this.runner?.isRunning) return;
    this.firstPass = lastPass(keysPhrase()) + 1;
    this.fresh.clear();
    const isAlone = !this.clock.isRunning;
    this.clock.join(this, rig, play, play.keys.isRecording && isAlone ? 1 : 0);
    const grid = this.clock.gridAt(frameNow(rig.context));
    this.originFrame = grid ? Math.max(grid.originFrame, frameNow(rig.context)) : 0;
    patchKeys({ isRunning: true });
    this.runner?.start();
  }

  stop(): void {
    this.runner?.stop();
  }

  stopOnBeat(): void {
    this.runner?.stopOnBeat();
  }

  position16ths(): number {
    const { rig } = this;
    if (!rig || !play.keys.isRunning) return -1;
    const at16ths = this.clock.heard16ths(rig.context);
    return at16ths < 0 ? -1 : at16ths % phraseLength(keysPhrase());
  }

  render(bps: number): Promise<SoundSamples> {
    return renderPhrase(keysPhrase(), this.patch, this.settings, bps);
  }

  /** Schedules notes and clicks of `[from, to)`. */
  private lay(grid: Grid, from: number, to: number): Scheduled[] {
    const { rig, synth } = this;
    if (!rig || !synth) return [];
    const perBar = barFrames(grid.barLength, grid.bps);
    const passFrames = frameOf16ths(phraseLength(this.phrase), grid.barLength, perBar);
    const laid = this.layClicks(rig, grid, from, to);
    for (const note of this.sounding) {
      const first = grid.originFrame + frameOf16ths(note.start16ths, grid.barLength, perBar);
      const turns = Math.max(0, Math.ceil((from - first) / passFrames));
      const frame = first + turns * passFrames;
      if (frame >= to || this.isFresh(note, frame)) continue;
      const sec = frame / rig.context.sampleRate;
      const voice = synth.start(note.midi, note.velocity, sec);
      voice.release(sec + (note.length16ths * perBar) / grid.barLength / rig.context.sampleRate);
      laid.push({ frame, cancel: () => voice.steal(rig.context.currentTime) });
    }
    return laid;
  }

  /** Clicks sound while notes are recorded and nothing else gives the time, and in the bar before. */
  private layClicks(rig: StudioRig, grid: Grid, from: number, to: number): Scheduled[] {
    if (!play.keys.isRecording || this.clock.isWithRifff || play.pads.isRunning) return [];
    const perBar = barFrames(grid.barLength, grid.bps);
    const laid: Scheduled[] = [];
    const bar = Math.floor((from - grid.originFrame) / perBar);
    for (let beat = 0; beat <= grid.barLength; beat += 4) {
      const inside = frameOf16ths(Math.min(beat, grid.barLength), grid.barLength, perBar);
      const frame = grid.originFrame + bar * perBar + inside;
      if (frame < from || frame >= to || (beat > 0 && beat >= grid.barLength)) continue;
      laid.push(scheduleClick(rig.context, rig.output, frame, beat === 0));
    }
    return laid;
  }

  private isFresh(note: PhraseNote, frame: number): boolean {
    const now = this.rig ? frameNow(this.rig.context) : 0;
    for (const [fresh, untilFrame] of this.fresh) {
      if (untilFrame < now) this.fresh.delete(fresh);
      const length = phraseLength(this.phrase);
      const isSame =
        fresh.midi === note.midi &&
        fresh.pass === note.pass &&
        quantised16ths(fresh.start16ths, this.phrase.quantise, length) === note.start16ths;
      if (isSame && frame <= untilFrame) return true;
    }
    return false;
  }
}
