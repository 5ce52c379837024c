/** Makes takes of what was being recorded when a page went away. */
import { SAMPLE_RATE_HZ } from '../../../data/contract/constants.ts';
import { barFrames } from '../../../data/rules/time/timing.ts';
import { markRecording, unfinishedRecordings } from '../../state/recording.ts';
import { lapFrameOf, withAbandoned } from './reel.ts';
import { dropReel, getPieces, listReels, type ReelInfo, type ReelPiece } from './reelStore.ts';
import type { RawTake, TakeBox } from './takeBox.ts';
import { PAD_FRAMES } from './takeLoop.ts';
import { FrameRing } from './tape.ts';

/** Least of a bar that is worth keeping, in seconds. */
const MIN_SEC = 0.25;

/** How much of a lap came in, in bars, and how many of them whole; null when it is not worth keeping. */
function barsCaught(
  caughtFrames: number,
  barLengthFrames: number,
  lapBars: number,
): { bars: number; whole: number } | null {
  const min = MIN_SEC * SAMPLE_RATE_HZ;
  const whole = Math.min(lapBars, Math.floor(caughtFrames / barLengthFrames));
  const rest = whole < lapBars ? caughtFrames - whole * barLengthFrames : 0;
  const bars = whole + (rest >= min ? 1 : 0);
  return bars > 0 ? { bars, whole } : null;
}

/** The laps of a reel that are not takes yet. */
function* lapsOf(reel: ReelInfo, pieces: readonly ReelPiece[]): Generator<RawTake> {
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (!first || !last) return;
  const { grid, bars: lapBars, startBar, source, rifffName } = reel;
  const endFrame = last.firstFrame + last.left.length;
  const ring = new FrameRing(endFrame - first.firstFrame);
  for (const { firstFrame, left, right } of pieces) ring.write(firstFrame, left, right);
  const bar = barFrames(grid.barLength, grid.bps);
  for (let lap = reel.keptLaps; ; lap++) {
    const from = lapFrameOf(reel, lap);
    const caught = barsCaught(endFrame - from, bar, lapBars);
    if (!caught) return;
    const { bars, whole } = caught;
    yield {
      channels: ring.read(from - PAD_FRAMES, bars * bar + 2 * PAD_FRAMES),
      padFrames: PAD_FRAMES,
      startBar: startBar + lap * lapBars,
      bars,
      keptBars: Math.max(1, whole),
      bps: grid.bps,
      barLength: grid.barLength,
      source,
      isCut: whole < bars,
      isRecovered: true,
      rifffName,
    };
  }
}

async function recover(reel: ReelInfo, box: TakeBox): Promise<number> {
  let count = 0;
  let isKept = true;
  for (const raw of lapsOf(reel, await getPieces(reel.id))) {
    isKept = (await box.add(raw)).isKept && isKept;
    count += 1;
  }
  // What the device has no room for as a take stays where it is.
  if (isKept) {
    await dropReel(reel.id);
    markRecording(reel.id, false);
  }
  return count;
}

/** Takes up what pages left behind that went away while they recorded. @returns the number of takes that came of it */
export async function recoverReels(box: TakeBox): Promise<number> {
  let count = 0;
  const reels = await listReels();
  for (const reel of reels) {
    try {
      await withAbandoned(reel.id, async () => {
        count += await recover(reel, box);
      });
    } catch (cause) {
      console.error('What was being recorded could not be taken up', cause);
    }
  }
  // A mark of which nothing has come to the device.
  const known = new Set(reels.map(({ id }) => id));
  for (const id of unfinishedRecordings()) {
    if (!known.has(id)) await withAbandoned(id, async () => markRecording(id, false));
  }
  return count;
}
