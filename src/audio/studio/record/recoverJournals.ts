/** Recovers the takes of recordings whose page closed or crashed. */
import { SAMPLE_RATE_HZ } from '../../../data/contract/constants.ts';
import { barFrames } from '../../../data/rules/time/timing.ts';
import { markRecording, unfinishedRecordings } from '../../state/recording.ts';
import { FrameRing } from './capture.ts';
import { passFrameOf, withAbandoned } from './journal.ts';
import {
  dropJournal,
  getPieces,
  type JournalInfo,
  type JournalPiece,
  listJournals,
} from './journalStore.ts';
import type { KeptTakes, RawTake } from './keptTakes.ts';
import { PAD_FRAMES } from './takeLoop.ts';

/** Least of a bar that is worth keeping, in seconds. */
const MIN_SEC = 0.25;

/** Bars of a pass that came in, and whole ones among them; null when it is too short to keep. */
function barsCaught(
  caughtFrames: number,
  barLengthFrames: number,
  passBars: number,
): { bars: number; whole: number } | null {
  const min = MIN_SEC * SAMPLE_RATE_HZ;
  const whole = Math.min(passBars, Math.floor(caughtFrames / barLengthFrames));
  const rest = whole < passBars ? caughtFrames - whole * barLengthFrames : 0;
  const bars = whole + (rest >= min ? 1 : 0);
  return bars > 0 ? { bars, whole } : null;
}

/** The passes of a journal that are not takes yet. */
function* passesOf(journal: JournalInfo, pieces: readonly JournalPiece[]): Generator<RawTake> {
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (!first || !last) return;
  const { grid, bars: passBars, startBar, source, rifffName } = journal;
  const endFrame = last.firstFrame + last.left.length;
  const ring = new FrameRing(endFrame - first.firstFrame);
  for (const { firstFrame, left, right } of pieces) ring.write(firstFrame, left, right);
  const bar = barFrames(grid.barLength, grid.bps);
  for (let pass = journal.keptLaps; ; pass++) {
    const from = passFrameOf(journal, pass);
    const caught = barsCaught(endFrame - from, bar, passBars);
    if (!caught) return;
    const { bars, whole } = caught;
    yield {
      channels: ring.read(from - PAD_FRAMES, bars * bar + 2 * PAD_FRAMES),
      padFrames: PAD_FRAMES,
      startBar: startBar + pass * passBars,
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

async function recover(journal: JournalInfo, keptTakes: KeptTakes): Promise<number> {
  let count = 0;
  let isKept = true;
  for (const raw of passesOf(journal, await getPieces(journal.id))) {
    isKept = (await keptTakes.add(raw)).isKept && isKept;
    count += 1;
  }
  // A journal stays if the device has no space for its takes.
  if (isKept) {
    await dropJournal(journal.id);
    markRecording(journal.id, false);
  }
  return count;
}

/** Makes takes of the journals of pages that closed or crashed while they recorded. @returns the number of takes */
export async function recoverJournals(keptTakes: KeptTakes): Promise<number> {
  let count = 0;
  const journals = await listJournals();
  for (const journal of journals) {
    try {
      await withAbandoned(journal.id, async () => {
        count += await recover(journal, keptTakes);
      });
    } catch (cause) {
      console.error('What was being recorded could not be taken up', cause);
    }
  }
  // A mark without a journal.
  const known = new Set(journals.map(({ id }) => id));
  for (const id of unfinishedRecordings()) {
    if (!known.has(id)) await withAbandoned(id, async () => markRecording(id, false));
  }
  return count;
}
