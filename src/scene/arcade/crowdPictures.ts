/** Has the pictures of the crowd made by a worker, the most wanted first, and keeps what came until a frame takes it. */
import type { Rifff } from '../../data/contract/rifff.ts';
import { type MadePicture, type PictureCall, PictureMaker } from './pictureMaker.ts';

/** Pictures that the worker is asked for at once: one is made while the one before it comes. */
const ASKED_AT_ONCE = 2;

export interface PictureWishes {
  /** The picture that is wanted most of those that were not asked for, `pictureAt`; −1 for none. */
  next(): number;
  /** A picture has come. */
  came(): void;
}

export class CrowdPictures {
  private readonly wishes: PictureWishes;
  /** Null where no worker runs: then the page makes the pictures between frames. */
  private worker: Worker | null;
  private readonly maker = new PictureMaker();
  private number = 0;
  private waiting = 0;
  private isAsked: boolean[] = [];
  private readonly arrived: MadePicture[] = [];

  constructor(wishes: PictureWishes) {
    this.wishes = wishes;
    this.worker = new Worker(new URL('./pictures.worker.ts', import.meta.url), { type: 'module' });
    this.worker.onmessage = ({ data }: MessageEvent<MadePicture>) => this.comes(data);
    this.worker.onerror = () => this.makeHere();
  }

  /** Pictures of another field, or for another number of device pixels, are wanted: nothing of the old ones comes any more. */
  take(rifffs: readonly Rifff[], dpr: number): void {
    this.number += 1;
    this.isAsked = [];
    this.arrived.length = 0;
    this.waiting = 0;
    const field = { number: this.number, rifffs, dpr };
    this.maker.take(field);
    this.worker?.postMessage(field satisfies PictureCall);
  }

  /** Was a picture asked for already? */
  hasAsked(index: number): boolean {
    return this.isAsked[index] === true;
  }

  /** Asks for what is wanted now, while there is room for questions. */
  ask(): void {
    while (this.waiting < ASKED_AT_ONCE) {
      const index = this.wishes.next();
      if (index < 0) return;
      this.isAsked[index] = true;
      this.waiting += 1;
      if (this.worker) this.worker.postMessage(index satisfies PictureCall);
      else setTimeout(this.makeOne, 0, this.number, index);
    }
  }

  /** Is there a picture that no frame has taken? */
  get hasSome(): boolean {
    return this.arrived.length > 0;
  }

  /** The picture that came first of those that no frame has taken. */
  shift(): MadePicture | undefined {
    return this.arrived.shift();
  }

  dispose(): void {
    this.number += 1;
    this.worker?.terminate();
    this.worker = null;
  }

  private comes(made: MadePicture): void {
    if (made.field !== this.number) return;
    this.waiting -= 1;
    this.arrived.push(made);
    this.ask();
    this.wishes.came();
  }

  private readonly makeOne = (number: number, index: number): void => {
    if (number !== this.number) return;
    let made: MadePicture;
    try {
      made = this.maker.make(index);
    } catch (error) {
      // One that cannot be drawn does not hold up the others.
      reportError(error);
      this.waiting -= 1;
      this.ask();
      return;
    }
    this.comes(made);
  };

  /** The worker does not run: what it was asked for is asked for again. */
  private makeHere(): void {
    this.worker?.terminate();
    this.worker = null;
    this.isAsked = [];
    this.waiting = 0;
    this.ask();
  }
}
