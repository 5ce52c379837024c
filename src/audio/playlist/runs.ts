/** Entries that sound or will on known frames, each where the one before it ends, and those that are on their way out. */
import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import { FADE_FRAMES } from '../looper/curves.ts';
import type { ListDeck, Span } from './ListDeck.ts';
import type { Stand } from './listRules.ts';

/** One entry on the frames of the context. */
export interface Run extends Span {
  stand: Stand;
  readonly deck: ListDeck;
}

/** A frame of an entry: what is heard, shall be heard, or was paused. */
export interface Place {
  readonly stand: Stand;
  readonly frame: number;
}

/** From a command to the frame on which it can sound: nodes are made and posted within it. */
const LEAD_FRAMES = 960;
const MOST_LEAD_FRAMES = 192_000;
/** Frames that the audio thread may run ahead of the counter that the page sees. */
const QUANTA_FRAMES = 4 * 128;

export class Runs {
  private readonly context: BaseAudioContext;
  private queue: Run[] = [];
  private leaving: { readonly deck: ListDeck; readonly atFrame: number }[] = [];
  /** What was heard before the first of the queue: until its last frame has come to the ear. */
  private before: Run | null = null;

  constructor(context: BaseAudioContext) {
    this.context = context;
  }

  get nowFrame(): number {
    return Math.round(this.context.currentTime * SAMPLE_RATE_HZ);
  }

  /** What is heard, or is about to be. */
  get heard(): Run | null {
    return this.queue[0] ?? null;
  }

  get last(): Run | null {
    return this.queue.at(-1) ?? null;
  }

  get all(): readonly Run[] {
    return this.queue;
  }

  /** The run that sounds on a frame: also one that has just been followed. Allocates nothing. */
  at(frame: number): Run | null {
    for (let index = this.queue.length - 1; index >= 0; index--) {
      const run = this.queue[index]!;
      if (frame >= run.fromFrame) return run;
    }
    return this.before ?? this.heard;
  }

  /** The frame from which nothing sounds, if everything is ended now. */
  get haltFrame(): number {
    return this.nowFrame + QUANTA_FRAMES + FADE_FRAMES;
  }

  /** What is heard on a frame, and which frame of it; its last one where it is over by then. */
  placeAt(frame: number): Place | null {
    const run = this.queue.findLast(({ fromFrame }) => fromFrame <= frame) ?? this.heard;
    if (!run) return null;
    const { stand, originFrame, fromFrame, endFrame } = run;
    const held = Math.min(Math.max(frame, fromFrame), endFrame - 1);
    return { stand, frame: held - originFrame };
  }

  /**
   * Lays a run behind the last, on the frame on which that ends.
   * @returns false when that is too late
   */
  append(stand: Stand, deck: ListDeck): boolean {
    const atFrame = this.last!.endFrame;
    return this.begin(stand, deck, atFrame, 0);
  }

  private begin(stand: Stand, deck: ListDeck, atFrame: number, place: number): boolean {
    const originFrame = atFrame - place;
    const endFrame = originFrame + stand.entry.durationFrames;
    const span = { originFrame, fromFrame: atFrame, endFrame };
    if (!deck.start(span)) {
      deck.dispose();
      return false;
    }
    this.queue.push({ ...span, stand, deck });
    return true;
  }

  /**
   * Begins from a frame of an entry on as soon as it can, in the place of what sounds.
   * @param make makes a deck for each try
   * @returns false when the page is held up so much that none was in time
   */
  beginNow({ stand, frame }: Place, make: () => ListDeck): boolean {
    const old = this.queue;
    this.queue = [];
    const sounds = old.find((run) => run.endFrame > this.nowFrame);
    for (let lead = LEAD_FRAMES; lead <= MOST_LEAD_FRAMES; lead *= 2) {
      const atFrame = this.nowFrame + lead + FADE_FRAMES;
      if (!this.begin(stand, make(), atFrame, frame)) continue;
      for (const run of old) this.end(run, atFrame);
      this.before = sounds ?? null;
      return true;
    }
    this.queue = old;
    return false;
  }

  /** Takes back what is laid from an index of the queue on, as far as nothing of it sounds yet. */
  takeBack(from: number): void {
    const kept = Math.max(from, this.queue.findLastIndex((run) => this.hasBegun(run)) + 1);
    for (const { deck } of this.queue.splice(kept)) deck.dispose();
  }

  /** Has its cross-over begun, or will have before anything could be done about it? */
  private hasBegun({ fromFrame }: Run): boolean {
    return this.nowFrame + QUANTA_FRAMES >= fromFrame - FADE_FRAMES;
  }

  /** Ends everything. */
  halt(): void {
    const { haltFrame } = this;
    for (const run of this.queue.splice(0)) this.end(run, haltFrame);
  }

  private end(run: Run, atFrame: number): void {
    const { deck, fromFrame, endFrame } = run;
    if (fromFrame >= atFrame) {
      deck.dispose();
      return;
    }
    if (endFrame > atFrame) deck.stop(atFrame);
    this.leaving.push({ deck, atFrame: Math.min(endFrame, atFrame) + deck.ringFrames });
  }

  /** Work that may be late. @returns whether another run is heard than before */
  tick(): boolean {
    const { nowFrame } = this;
    for (const { deck } of this.queue) deck.tick();
    this.leaving = this.leaving.filter(({ deck, atFrame }) => {
      if (nowFrame <= atFrame + 2 * QUANTA_FRAMES) {
        deck.tick();
        return true;
      }
      deck.dispose();
      return false;
    });
    let hasMoved = false;
    while (this.queue[1] && nowFrame >= this.queue[1].fromFrame) {
      const run = this.queue.shift()!;
      this.before = run;
      this.leaving.push({ deck: run.deck, atFrame: run.endFrame + run.deck.ringFrames });
      hasMoved = true;
    }
    return hasMoved;
  }

  /** Decoded bytes that decks hold. */
  get bytes(): number {
    const decks = [...this.queue, ...this.leaving].map(({ deck }) => deck.bytes);
    return decks.reduce((sum, bytes) => sum + bytes, 0);
  }

  /** Decks that still have nodes. */
  get deckCount(): number {
    return this.queue.length + this.leaving.length;
  }
}
