import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { rifffOf } from '../../../../tests/support/rifffOf.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { StageFollower, type StageSound } from './stageFollower.ts';

const named = (id: string): Rifff => ({ ...rifffOf(1), _id: id });
const newestFirst = (count: number) =>
  Array.from({ length: count }, (_, at) => named(`rifff-${count - 1 - at}`));

/** A loudspeaker that says what it was given; each loading ends when the test says so. */
class Speaker implements StageSound {
  readonly played: string[] = [];
  readonly blends: unknown[] = [];
  readonly preloaded: string[] = [];
  fails = 0;
  private waiting: (() => void)[] = [];
  isSlow = false;

  async preload(rifff: Rifff): Promise<void> {
    if (this.isSlow) await new Promise<void>((done) => this.waiting.push(done));
    if (this.fails > 0) {
      this.fails -= 1;
      throw new Error('No media found for loop');
    }
    this.preloaded.push(rifff._id);
  }

  async setRifff(rifff: Rifff | null, options?: { blendBars?: number }): Promise<void> {
    this.played.push(rifff?._id ?? '');
    this.blends.push(options?.blendBars);
  }

  async settle(): Promise<void> {
    for (let at = 0; at < 6; at++) {
      for (const done of this.waiting.splice(0)) done();
      for (let tick = 0; tick < 8; tick++) await Promise.resolve();
    }
  }
}

const followerOf = (speaker: Speaker) => new StageFollower(speaker, 2, () => {});

afterEach(() => vi.useRealTimers());

describe('a stage follows its room', () => {
  test('each new rifff is loaded before it is blended in', async () => {
    const speaker = new Speaker();
    const follower = followerOf(speaker);
    for (const count of [1, 2, 3]) {
      follower.take(newestFirst(count));
      await speaker.settle();
    }
    expect(speaker.played).toEqual(['rifff-0', 'rifff-1', 'rifff-2']);
    expect(speaker.preloaded).toEqual(speaker.played);
    expect(speaker.blends).toEqual([2, 2, 2]);
  });

  test('of a flood only the last is played, and nothing twice in a row', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), async (settles) => {
        const speaker = new Speaker();
        speaker.isSlow = true;
        const follower = followerOf(speaker);
        for (const [at, settlesNow] of settles.entries()) {
          follower.take(newestFirst(at + 1));
          if (settlesNow) await speaker.settle();
        }
        await speaker.settle();
        expect(speaker.played.at(-1)).toBe(`rifff-${settles.length - 1}`);
        for (const [at, id] of speaker.played.entries()) {
          expect(id).not.toBe(speaker.played[at + 1]);
        }
        follower.stop();
      }),
    );
  });

  test('a frozen stage keeps its rifff, and follows again when it is let go', async () => {
    const speaker = new Speaker();
    const follower = followerOf(speaker);
    follower.take(newestFirst(1));
    await speaker.settle();
    follower.order({ isFrozen: true });
    follower.take(newestFirst(3));
    follower.order({ rifffId: 'rifff-1' });
    await speaker.settle();
    expect(speaker.played).toEqual(['rifff-0']);
    follower.order({ isFrozen: false });
    await speaker.settle();
    expect(speaker.played).toEqual(['rifff-0', 'rifff-1']);
  });

  test('an order chooses rifff and blend; null goes back to the newest', async () => {
    const speaker = new Speaker();
    const follower = followerOf(speaker);
    follower.take(newestFirst(4));
    await speaker.settle();
    follower.order({ rifffId: 'rifff-1', blendBars: 8 });
    await speaker.settle();
    follower.order({ rifffId: 'not here' });
    await speaker.settle();
    follower.order({ rifffId: null });
    await speaker.settle();
    expect(speaker.played).toEqual(['rifff-3', 'rifff-1', 'rifff-3']);
    expect(speaker.blends).toEqual([2, 8, 8]);
  });

  test('a lost network leaves what plays, and the rifff comes when it is back', async () => {
    vi.useFakeTimers();
    const speaker = new Speaker();
    const follower = followerOf(speaker);
    follower.take(newestFirst(1));
    await speaker.settle();
    speaker.fails = 2;
    follower.take(newestFirst(2));
    await speaker.settle();
    expect(speaker.played).toEqual(['rifff-0']);
    await vi.advanceTimersByTimeAsync(5000);
    expect(speaker.played).toEqual(['rifff-0', 'rifff-1']);
    follower.stop();
  });
});
