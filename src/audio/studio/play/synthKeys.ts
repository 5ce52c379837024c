/** The keys: notes of a synthesiser, held by hand or played by a phrase, and a loop made of it. */
import { subscribe } from 'valtio/vanilla';
import {
  addNote,
  lastPass,
  type PhraseNote,
  phraseLength,
  quantised16ths,
  soundingNotes,
} from '../../../data/rules/instruments/phrase.ts';
import { barFrames } from '../../../data/rules/time/timing.ts';
import type { Grid } from '../../looper/gridClock.ts';
import {
  keysPhrase,
  patchKeys,
  play,
  type SynthSettings,
  setKeysPhrase,
} from '../../state/play.ts';
import type { StudioAudio, StudioHost } from '../host.ts';
import { beatAfter, clickAt } from '../metronome.ts';
import type { Keys, SoundSamples } from '../Studio.ts';
import { NotePlayer } from './notePlayer.ts';
import { frameHeard, frameNow, type PlayClock } from './playClock.ts';
import type { Scheduled } from './runner.ts';
import { PATCHES, type Patch } from './synth/patches.ts';
import { renderPhrase, Synth } from './synth/synth.ts';
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

export class SynthKeys extends NotePlayer<PhraseNote> implements Keys {
  readonly held = new Uint8Array(128);
  protected notes: readonly PhraseNote[];
  private synth: Synth | null = null;
  private readonly hands = new Map<string, HeldNote>();
  /** Notes that wait for the context to run, by source: the newest of each. */
  private readonly coming = new Map<string, { isLetGo: boolean }>();
  private isPedalDown = false;
  private phrase = keysPhrase();
  private firstPass = 0;
  private originFrame = 0;

  constructor(host: StudioHost, clock: PlayClock) {
    super(host, clock);
    this.notes = soundingNotes(this.phrase, PATCHES[play.keys.patch].voices);
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
    this.notes = soundingNotes(this.phrase, this.patch.voices);
    this.relay();
  };

  protected override async open(): Promise<StudioAudio> {
    const audio = await super.open();
    this.synth ??= new Synth(audio.context, audio.instruments, this.patch, this.settings);
    return audio;
  }

  protected get length16ths(): number {
    return phraseLength(this.phrase);
  }

  protected get isShown(): boolean {
    return play.keys.isRunning;
  }

  protected at16ths(note: PhraseNote): number {
    return note.start16ths;
  }

  protected sound(audio: StudioAudio, note: PhraseNote, frame: number, grid: Grid): Scheduled {
    const { context } = audio;
    const sec = frame / context.sampleRate;
    const perStep = barFrames(grid.barLength, grid.bps) / grid.barLength;
    const voice = this.synth!.start(note.midi, note.velocity, sec);
    voice.release(sec + (note.length16ths * perStep) / context.sampleRate);
    return { frame, cancel: () => voice.steal(context.currentTime) };
  }

  protected ended(): void {
    this.closeHeld();
    patchKeys({ isRunning: false, isRecording: false });
  }

  noteOn(source: string, midi: number, velocity: number): void {
    if (midi < 0 || midi > 127) return;
    this.noteOff(source);
    if (this.audio?.context.state === 'running') {
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
    const { synth } = this;
    const { audio } = this;
    if (!audio || !synth) return;
    const voice = synth.start(midi, velocity, audio.context.currentTime);
    const heardFrame = frameHeard(audio.context);
    this.hands.set(source, { midi, velocity, voice, heardFrame, isLetGo: false });
    this.held[midi] = 1;
  }

  noteOff(source: string): void {
    const note = this.hands.get(source);
    if (!note) {
      const coming = this.coming.get(source);
      if (coming) coming.isLetGo = true;
      return;
    }
    if (this.isPedalDown) {
      note.isLetGo = true;
      this.hands.delete(source);
      this.hands.set(`pedal:${source}:${note.heardFrame}`, note);
    } else this.letGo(source, note);
  }

  private letGo(source: string, note: HeldNote): void {
    const { audio } = this;
    this.hands.delete(source);
    if (![...this.hands.values()].some(({ midi }) => midi === note.midi)) this.held[note.midi] = 0;
    if (!audio) return;
    note.voice.release(audio.context.currentTime);
    if (play.keys.isRunning && play.keys.isRecording) this.write(audio, note);
  }

  sustain(isDown: boolean): void {
    this.isPedalDown = isDown;
    if (isDown) return;
    for (const [source, note] of [...this.hands]) if (note.isLetGo) this.letGo(source, note);
  }

  silence(): void {
    this.isPedalDown = false;
    this.coming.clear();
    for (const [source, note] of [...this.hands]) this.letGo(source, note);
  }

  /** Notes that are still held when recording ends have their length until then. */
  private closeHeld(): void {
    const { audio } = this;
    if (!audio || !play.keys.isRecording) return;
    for (const note of this.hands.values()) this.write(audio, note);
  }

  /** Writes a released note into the phrase, where it was heard. */
  private write(audio: StudioAudio, { midi, velocity, heardFrame }: HeldNote): void {
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
      length16ths: (frameHeard(audio.context) - heardFrame) / perStep,
      pass: this.firstPass + turn,
    });
    const written = next.notes.at(-1);
    if (written) this.playedByHand((note) => this.isSame(note, written), 2 * perStep);
    setKeysPhrase(next);
  }

  /** Is a note that sounds one that was written, wherever quantising has put it? */
  private isSame(note: PhraseNote, written: PhraseNote): boolean {
    if (written.midi !== note.midi || written.pass !== note.pass) return false;
    const { quantise } = this.phrase;
    return quantised16ths(written.start16ths, quantise, this.length16ths) === note.start16ths;
  }

  async start(): Promise<void> {
    const audio = await this.open();
    if (this.isRunning) return;
    this.firstPass = lastPass(keysPhrase()) + 1;
    const isAlone = !this.clock.isRunning;
    const now = frameNow(audio.context);
    patchKeys({ isRunning: true });
    this.go(audio, play.keys.isRecording && isAlone ? 1 : 0);
    const grid = this.clock.gridAt(now);
    this.originFrame = grid ? Math.max(grid.originFrame, now) : 0;
  }

  render(bps: number): Promise<SoundSamples> {
    return renderPhrase(keysPhrase(), this.patch, this.settings, bps);
  }

  /** Clicks sound while notes are recorded and nothing else gives the time, and in the bar before. */
  protected override layBeside(
    { output }: StudioAudio,
    grid: Grid,
    from: number,
    to: number,
  ): Scheduled[] {
    if (!play.keys.isRecording || this.clock.isWithRifff || play.pads.isRunning) return [];
    const laid: Scheduled[] = [];
    for (
      let next = beatAfter(grid, from);
      next.frame < to;
      next = beatAfter(grid, next.frame + 1)
    ) {
      laid.push(clickAt(output, next.frame, next.isFirst));
    }
    return laid;
  }
}
