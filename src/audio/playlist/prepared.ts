/** Entries on their way to being heard: loops rendered, or a track opened, ahead of when they are due. */
import type { PlaylistEntry } from '../../data/rules/playlist/entry.ts';
import { ringFrames } from '../export/mixdown.ts';
import type { PatternMaker } from '../loading/patternMaker.ts';
import type { VoiceSpec } from '../looper/voice.ts';
import { planSlots, type SlotPlan, trimOf } from '../player/slotPlans.ts';
import type { EntryLoad } from '../state/playlist.ts';
import type { ListDeck } from './ListDeck.ts';
import { RifffDeck } from './rifffDeck.ts';
import { TrackDeck } from './trackDeck.ts';
import { PIECE_FRAMES, TrackSound } from './trackSound.ts';

interface Output {
  readonly context: BaseAudioContext;
  readonly output: AudioNode;
}

/** An entry whose sound is here. */
interface Ready {
  deck(entry: PlaylistEntry, output: Output): ListDeck;
  /** Can it begin on a frame of the entry at once? Else it is made so by `prime`. */
  isPrimed(frame: number): boolean;
  prime(frame: number): Promise<void>;
  readonly bytes: number;
  dispose(): void;
}

interface Held {
  readonly key: string;
  readonly abort: AbortController;
  ready: Ready | null;
  /** In words for people. */
  failure: string | null;
}

/** Two entries of the same key sound alike, however often they are repeated. */
const keyOf = ({ track, rifff, loopsWithoutAudio }: PlaylistEntry) =>
  track ? `track ${track.url}` : `rifff ${rifff!._id} ${loopsWithoutAudio.join()}`;

function rifffReady(entry: PlaylistEntry, specs: readonly (VoiceSpec | null)[]): Ready {
  const ring = ringFrames(entry.rifff!);
  return {
    deck: (now, output) => new RifffDeck(output, now, specs, ring),
    isPrimed: () => true,
    prime: async () => undefined,
    bytes: 0,
    dispose: () => undefined,
  };
}

function trackReady(sound: TrackSound): Ready {
  const placesOf = (frame: number) => {
    const inside = Math.max(0, frame - 1024) % sound.frames;
    const first = Math.floor(inside / PIECE_FRAMES);
    const last = Math.ceil(sound.frames / PIECE_FRAMES) - 1;
    return [first, first === last ? 0 : first + 1];
  };
  return {
    deck: (entry, output) => new TrackDeck(output, entry, sound),
    isPrimed: (frame) => frame === 0 || placesOf(frame).every((index) => sound.peek(index)),
    async prime(frame) {
      for (const index of placesOf(frame)) await sound.piece(index);
    },
    get bytes() {
      return sound.bytes;
    },
    dispose: () => sound.dispose(),
  };
}

/** Slots that are heard: what is muted, or lost, is not asked for. */
function audible({ rifff, loopsWithoutAudio }: PlaylistEntry): (SlotPlan | null)[] {
  return planSlots(rifff).plans.map((plan) => {
    const isHeard = plan?.isOn && plan.gain > 0;
    return isHeard && !loopsWithoutAudio.includes(plan.pattern.loop._id) ? plan : null;
  });
}

async function prepareRifff(
  entry: PlaylistEntry,
  maker: PatternMaker,
  signal: AbortSignal,
): Promise<Ready> {
  const plans = audible(entry);
  let failed = 0;
  const specs = await Promise.all(
    plans.map(async (plan): Promise<VoiceSpec | null> => {
      if (!plan) return null;
      try {
        const pattern = await maker.make(plan.pattern, signal, 'next');
        const trim = trimOf(plan, pattern);
        const { gain: level, effects } = plan;
        return { key: plan.pattern.key, pattern, trim, level, effects };
      } catch (error) {
        if (signal.aborted) throw error;
        console.info('A loop of a list could not be loaded', plan.pattern.loop._id, error);
        failed += 1;
        return null;
      }
    }),
  );
  const asked = plans.filter((plan) => plan !== null).length;
  const isLost = asked === 0 && entry.loopsWithoutAudio.length > 0;
  if (isLost || (asked > 0 && failed === asked)) throw new Error('Nothing of it can be heard');
  return rifffReady(entry, specs);
}

const failureOf = ({ track }: PlaylistEntry) =>
  track
    ? `${track.name ? `“${track.name}”` : 'A track'} could not be loaded and was passed over.`
    : 'A rifff could not be loaded and was passed over.';

/** What a list holds of entries that are heard, or will be. */
export class Prepared {
  private readonly held = new Map<string, Held>();
  private readonly maker: PatternMaker;
  private readonly changed: (entryId: string, load: EntryLoad) => void;

  /** @param changed told when an entry has come, or cannot come */
  constructor(maker: PatternMaker, changed: (entryId: string, load: EntryLoad) => void) {
    this.maker = maker;
    this.changed = changed;
  }

  /** Prepares these entries and drops all others. Failures are remembered until they are forgotten. */
  want(entries: readonly PlaylistEntry[]): void {
    const ids = new Set(entries.map(({ id }) => id));
    for (const [id, held] of this.held) {
      if (ids.has(id) || held.failure) continue;
      this.drop(id, held);
      this.changed(id, 'idle');
    }
    for (const entry of entries) this.hold(entry);
  }

  private hold(entry: PlaylistEntry): void {
    const key = keyOf(entry);
    const before = this.held.get(entry.id);
    if (before?.key === key) return;
    if (before) this.drop(entry.id, before);
    const held: Held = { key, abort: new AbortController(), ready: null, failure: null };
    this.held.set(entry.id, held);
    this.changed(entry.id, 'loading');
    void this.bring(entry, held);
  }

  private async bring(entry: PlaylistEntry, held: Held): Promise<void> {
    const { signal } = held.abort;
    try {
      const ready = entry.track
        ? trackReady(await TrackSound.open(entry.track.url, signal))
        : await prepareRifff(entry, this.maker, signal);
      if (signal.aborted) {
        ready.dispose();
        return;
      }
      held.ready = ready;
    } catch (error) {
      if (signal.aborted) return;
      console.info('An entry of a list could not be loaded', entry.id, error);
      held.failure = failureOf(entry);
    }
    this.changed(entry.id, held.failure ? 'failed' : 'ready');
  }

  private drop(id: string, { abort, ready }: Held): void {
    this.held.delete(id);
    abort.abort();
    ready?.dispose();
  }

  /** What an entry sounds by, once that is here. */
  readyOf(entry: PlaylistEntry): Ready | null {
    const held = this.held.get(entry.id);
    return held?.key === keyOf(entry) ? held.ready : null;
  }

  /** Why an entry cannot be heard; null as far as it is known that it can. */
  failureOf(entry: PlaylistEntry): string | null {
    const held = this.held.get(entry.id);
    return held?.key === keyOf(entry) ? held.failure : null;
  }

  /** Lets an entry that failed be tried again. */
  forgive({ id }: PlaylistEntry): void {
    if (this.held.get(id)?.failure) this.held.delete(id);
  }

  /** Is something loading? */
  get isFetching(): boolean {
    return [...this.held.values()].some(({ ready, failure }) => !ready && !failure);
  }

  /** Decoded bytes that are held beside the cache. */
  get bytes(): number {
    let bytes = 0;
    for (const { ready } of this.held.values()) bytes += ready?.bytes ?? 0;
    return bytes;
  }

  /** Lets go of everything, failures too. */
  clear(): void {
    for (const [id, held] of this.held) this.drop(id, held);
  }
}
