/** The kept takes: their data is in the state, their sound here and on the device. */
import { SAMPLE_RATE_HZ } from '../../../data/contract/constants.ts';
import { newId } from '../../../data/rules/ids.ts';
import { clamp } from '../../../data/rules/numbers.ts';
import { nextTakeNumber, selectionAfter, takeName } from '../../../data/rules/recording/takes.ts';
import { highestPeak } from '../../../dsp/levels.ts';
import { liveChannels } from '../../../dsp/takeCut.ts';
import {
  patchRecording,
  type RecordSource,
  recording,
  showTakes,
  type TakeInfo,
} from '../../state/recording.ts';
import { studioPool } from '../../workers/studioPool.ts';
import { CLIP_LEVEL } from './capture.ts';
import type { TakeEdit } from './Recorder.ts';
import { MAX_NUDGE_MS } from './takeLoop.ts';
import {
  deleteTakes,
  getTakeSound,
  listTakes,
  onOtherPages,
  putTake,
  putTakeInfo,
  type TakeSound,
} from './takeStore.ts';

/** What was recorded, before it is a take. */
export interface RawTake {
  readonly channels: readonly Float32Array<ArrayBuffer>[];
  readonly padFrames: number;
  readonly startBar: number;
  readonly bars: number;
  readonly bps: number;
  readonly barLength: number;
  readonly source: RecordSource;
  readonly isCut: boolean;
  readonly rifffName: string;
  /** Bars that are kept at first; all when it is left out. */
  readonly keptBars?: number;
  /** Was it recovered after its page had closed or crashed? */
  readonly isRecovered?: boolean;
}

/** Measures peaks and loudness; a take that cannot be measured is kept all the same. */
async function measure(channels: readonly Float32Array<ArrayBuffer>[]) {
  try {
    return await studioPool.run(
      'levels',
      { channels, sampleRate: SAMPLE_RATE_HZ },
      { priority: 'next' },
    );
  } catch (cause) {
    console.error('A take could not be measured', cause);
    return { peaks: '' };
  }
}

const inOrder = (takes: readonly TakeInfo[]) =>
  takes.toSorted((a, b) => a.created - b.created || a.number - b.number);

/** Most sounds in memory that the device has too. */
const SOUNDS_AT_HAND = 4;

/** An edit held to what the take has. */
function held(take: TakeInfo, edit: TakeEdit): TakeInfo {
  const next = { ...take, ...edit };
  const firstBar = clamp(Math.round(next.firstBar) || 0, 0, take.bars - 1);
  return {
    ...next,
    name: next.name.slice(0, 120),
    firstBar,
    keptBars: clamp(Math.round(next.keptBars) || 1, 1, take.bars - firstBar),
    nudgeMs: clamp(next.nudgeMs || 0, -MAX_NUDGE_MS, MAX_NUDGE_MS),
    tailMs: clamp(next.tailMs || 0, 0, MAX_NUDGE_MS),
  };
}

export class KeptTakes {
  /** Is called when another page of this device has changed the takes, after they are shown. */
  onChanged: () => void = () => undefined;
  /** Sounds that the device does not have, and the last ones that were asked for; the rest is read from it. */
  private readonly sounds = new Map<string, TakeSound>();
  private gone: { take: TakeInfo; sound: TakeSound; at: number } | null = null;
  private restoring: Promise<void> | null = null;
  /** Numbers are given out before the measuring is over. */
  private lastNumber = 0;

  restore(): Promise<void> {
    this.restoring ??= this.read().then(() => {
      onOtherPages(() => void this.read().then(() => this.onChanged()));
    });
    return this.restoring;
  }

  /** Shows the takes of this device, with those that only this page has. */
  private async read(): Promise<void> {
    const takes = await listTakes();
    if (!takes) return;
    const own = recording.takes.filter(({ isKept }) => !isKept);
    const selected = recording.takes[recording.selectedTake];
    this.show(inOrder([...takes, ...own]));
    const at = selected ? recording.takes.findIndex(({ id }) => id === selected.id) : -1;
    patchRecording({ selectedTake: at });
  }

  /** Keeps a sound in memory; of those that the device has too, only the last few. */
  private hold(id: string, sound: TakeSound): void {
    this.sounds.delete(id);
    this.sounds.set(id, sound);
    const kept = [...this.sounds.keys()].filter((one) => this.find(one)?.isKept !== false);
    for (const one of kept.slice(0, -SOUNDS_AT_HAND)) this.sounds.delete(one);
  }

  private show(takes: readonly TakeInfo[]): void {
    const selectedTake =
      takes.length === 0 ? -1 : Math.min(recording.selectedTake, takes.length - 1);
    showTakes(takes);
    patchRecording({ selectedTake });
  }

  /** Makes a take of what was recorded and keeps it on the device. */
  async add(raw: RawTake): Promise<TakeInfo> {
    await this.restore();
    const number = Math.max(nextTakeNumber(recording.takes), this.lastNumber + 1);
    this.lastNumber = number;
    const channels = liveChannels(raw.channels);
    const { padFrames, startBar, bars, bps, barLength, source, isCut } = raw;
    const main = channels.map((channel) => channel.slice(padFrames, channel.length - padFrames));
    const peak = highestPeak(main);
    const sound: TakeSound = { channels, sampleRate: SAMPLE_RATE_HZ, padFrames };
    const created = Date.now();
    const take: TakeInfo = {
      id: newId(created),
      number,
      name: takeName(number, raw.rifffName),
      category: '?',
      source,
      created,
      bps,
      barLength,
      startBar,
      bars,
      isCut,
      isClipped: peak >= CLIP_LEVEL,
      peakDb: Math.round(200 * Math.log10(peak)) / 10,
      ...(await measure(main)),
      firstBar: 0,
      keptBars: raw.keptBars ?? bars,
      nudgeMs: 0,
      tailMs: 0,
      ...(raw.isRecovered && { isRecovered: true }),
      isKept: true,
    };
    const isKept = await putTake(take, sound);
    const done = { ...take, isKept };
    // Another page may have been told of it, and have answered, before this one goes on.
    const takes = inOrder([...recording.takes.filter(({ id }) => id !== take.id), done]);
    this.show(takes);
    this.hold(take.id, sound);
    if (recording.previewId === null) patchRecording({ selectedTake: takes.indexOf(done) });
    return done;
  }

  find(id: string): TakeInfo | undefined {
    return recording.takes.find((take) => take.id === id);
  }

  /** The sound of a take. @throws Error when neither this page nor the device has it */
  async soundOf(id: string): Promise<TakeSound> {
    const sound = this.sounds.get(id) ?? (await getTakeSound(id));
    if (!sound) throw new Error('The sound of this take is gone');
    this.hold(id, sound);
    return sound;
  }

  edit(id: string, edit: TakeEdit): void {
    const take = this.find(id);
    if (!take) return;
    const next = held(take, edit);
    showTakes(recording.takes.map((one) => (one.id === id ? next : one)));
    void putTakeInfo(next);
  }

  async remove(id: string): Promise<void> {
    const take = this.find(id);
    if (!take) return;
    const at = recording.takes.indexOf(take);
    const sound = this.sounds.get(id) ?? (await getTakeSound(id));
    const { takes, selectedTake } = recording;
    if (!takes.includes(take)) return;
    if (sound) this.gone = { take, sound, at };
    this.sounds.delete(id);
    patchRecording({ selectedTake: selectionAfter(selectedTake, at, takes.length) });
    this.show(takes.filter((one) => one !== take));
    await deleteTakes([id]);
  }

  /** Puts the take back that was removed last. */
  async putBack(): Promise<void> {
    const { gone } = this;
    this.gone = null;
    if (!gone) return;
    const { take, sound, at } = gone;
    const takes = [...recording.takes];
    takes.splice(at, 0, take);
    this.show(takes);
    this.hold(take.id, sound);
    patchRecording({ selectedTake: takes.indexOf(take) });
    const isKept = await putTake(take, sound);
    if (isKept === take.isKept) return;
    showTakes(recording.takes.map((one) => (one.id === take.id ? { ...one, isKept } : one)));
  }

  /** Deletes all takes. */
  async clear(): Promise<void> {
    const ids = recording.takes.map(({ id }) => id);
    this.sounds.clear();
    this.gone = null;
    this.lastNumber = 0;
    this.show([]);
    await deleteTakes(ids);
  }
}
