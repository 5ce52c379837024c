/** A track of a list: pieces one after the other on whole frames, laid some seconds ahead, each pass after the last. */
import type { PlaylistEntry } from '../../data/rules/playlist/entry.ts';
import { bufferBytes } from '../loading/byteCache.ts';
import { FADE_FRAMES, frameTime } from '../looper/curves.ts';
import { crossOver, cutTo, fadeEntry, type ListDeck, type Span } from './ListDeck.ts';
import { PIECE_FRAMES, type TrackSound } from './trackSound.ts';

/** How far pieces are laid ahead: a page that stalls for less is never heard. */
const AHEAD_SEC = 10;
/** Frames that the audio thread may run ahead of the counter that the page sees. */
const QUANTA_FRAMES = 4 * 128;

export class TrackDeck implements ListDeck {
  readonly ringFrames = 0;
  readonly grid = null;
  private readonly context: BaseAudioContext;
  private readonly entry: PlaylistEntry;
  private readonly sound: TrackSound;
  /** Fades it in, fades it out where it ends, and fades it out by the bar: no two of them share a timeline. */
  private readonly enter: GainNode;
  private readonly exit: GainNode;
  private readonly gain: GainNode;
  private readonly sources = new Set<AudioBufferSourceNode>();
  private span: Span | null = null;
  /** Frame of the entry that is laid next. */
  private next = 0;
  private stopFrame = 0;
  private isLaying = false;
  private isOver = false;

  constructor(
    { context, output }: { readonly context: BaseAudioContext; readonly output: AudioNode },
    entry: PlaylistEntry,
    sound: TrackSound,
  ) {
    this.context = context;
    this.entry = entry;
    this.sound = sound;
    this.enter = new GainNode(context, { gain: 0 });
    this.exit = new GainNode(context);
    this.gain = new GainNode(context);
    this.enter.connect(this.exit).connect(this.gain).connect(output);
  }

  private get nowFrame(): number {
    return Math.round(this.context.currentTime * this.context.sampleRate);
  }

  start(span: Span): boolean {
    const into = span.fromFrame - span.originFrame;
    const cut = cutTo(span.fromFrame);
    this.span = span;
    this.stopFrame = span.endFrame;
    this.next = Math.max(0, into - FADE_FRAMES);
    crossOver(this.enter.gain, cut, 'in');
    crossOver(this.exit.gain, cutTo(span.endFrame), 'out');
    fadeEntry(this.gain.gain, this.entry, span);
    if (into === 0) this.play(this.sound.ending, 0, span.originFrame - this.sound.ending.length);
    this.lay();
    if (this.nowFrame <= cut.fromFrame) return true;
    this.dispose();
    return false;
  }

  /** Piece and frame of it that a frame of the entry lies in. */
  private placeOf(frame: number): { readonly index: number; readonly inside: number } {
    const frameOfPass = frame % this.sound.frames;
    return {
      index: Math.floor(frameOfPass / PIECE_FRAMES),
      inside: frameOfPass % PIECE_FRAMES,
    };
  }

  private get isDue(): boolean {
    const { span } = this;
    if (!span || this.isOver) return false;
    const at = span.originFrame + this.next;
    return at < Math.min(this.stopFrame, this.nowFrame + AHEAD_SEC * this.context.sampleRate);
  }

  /** Lays pieces that are here, and sees to it that the others come. */
  private lay(): void {
    while (this.isDue) {
      const { index, inside } = this.placeOf(this.next);
      const piece = this.sound.peek(index);
      if (!piece) break;
      this.layPiece(piece, inside);
    }
    if (this.isDue && !this.isLaying) void this.layComing();
  }

  private layPiece(piece: AudioBuffer, inside: number): void {
    this.play(piece, inside, this.span!.originFrame + this.next);
    this.next += piece.length - inside;
  }

  private async layComing(): Promise<void> {
    this.isLaying = true;
    try {
      while (this.isDue) {
        const { index, inside } = this.placeOf(this.next);
        this.layPiece(await this.sound.piece(index), inside);
      }
    } catch (error) {
      if (!this.isOver) console.warn('A track breaks off', error);
      this.isOver = true;
    } finally {
      this.isLaying = false;
    }
  }

  /** Plays a buffer from a frame of it on a frame of the context; where that has gone by, what is still to come of it. */
  private play(buffer: AudioBuffer, inside: number, atFrame: number): void {
    if (this.isOver && this.span === null) return;
    const { sampleRate } = this.context;
    const now = this.nowFrame;
    const at = Math.max(atFrame, now === 0 ? 0 : atFrame < now ? now + QUANTA_FRAMES : atFrame);
    const from = inside + at - atFrame;
    if (from >= buffer.length) return;
    const source = new AudioBufferSourceNode(this.context, { buffer });
    source.connect(this.enter);
    source.onended = () => {
      source.disconnect();
      this.sources.delete(source);
    };
    this.sources.add(source);
    source.start(frameTime(at, sampleRate), frameTime(from, sampleRate));
    if (at + buffer.length - from > this.stopFrame) {
      source.stop(frameTime(this.stopFrame, sampleRate));
    }
  }

  stop(atFrame: number): void {
    if (!this.span || atFrame >= this.stopFrame) return;
    const { gain } = this.exit;
    gain.cancelScheduledValues(0);
    crossOver(gain, cutTo(atFrame), 'out');
    this.stopFrame = atFrame;
    for (const source of this.sources) source.stop(frameTime(atFrame, this.context.sampleRate));
  }

  get bytes(): number {
    let bytes = 0;
    for (const { buffer } of this.sources) if (buffer) bytes += bufferBytes(buffer);
    return bytes;
  }

  tick(): void {
    this.lay();
  }

  dispose(): void {
    this.isOver = true;
    for (const source of this.sources) {
      source.onended = null;
      source.stop();
      source.disconnect();
    }
    this.sources.clear();
    this.enter.disconnect();
    this.exit.disconnect();
    this.gain.disconnect();
  }

  analyserOf(): null {
    return null;
  }
}
