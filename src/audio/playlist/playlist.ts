/**
 * Plays a list: what is heard, what is laid behind it on its last frame, and what is prepared for after that. Commands
 * say what shall be heard; `plan` does what follows from it, again and again: after each command, whenever an entry has
 * come, and twenty times a second.
 */
import { ref } from 'valtio/vanilla';
import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import type { PlaylistEntry } from '../../data/rules/playlist/entry.ts';
import type { SoundSource } from '../engine/sampler.ts';
import { canSkipBack, canSkipForward, patchPlaylist, playlist } from '../state/playlist.ts';
import type { EngineHost } from '../studio/host.ts';
import {
  firstPlayable,
  isSameEntry,
  type Stand,
  seekFrame,
  standAt,
  standIn,
} from './listRules.ts';
import { listSource } from './listSource.ts';
import type { PlaylistSound } from './PlaylistSound.ts';
import { Prepared } from './prepared.ts';
import { type Place, Runs } from './runs.ts';

/** What a list needs of the engine. */
export interface PlaylistHost extends EngineHost {
  /** Starts the context. Call it inside a gesture. */
  open(): Promise<{ readonly context: BaseAudioContext; readonly output: AudioNode }>;
  /** Silences whatever else the engine plays. */
  hush(): void;
  /** What the telemetry reads from now on; null gives it back to the engine. */
  listen(source: Omit<SoundSource, 'context'> | null): void;
}

/** How far ahead entries are laid: far beyond any late tick. */
const LAID_FRAMES = 4 * SAMPLE_RATE_HZ;
/** Entries that follow are prepared until so much is: one at least, and no more than a few short ones. */
const PREPARED_FRAMES = 20 * SAMPLE_RATE_HZ;
const MOST_PREPARED = 6;

/** A sound card that is open. */
interface ListAudio {
  readonly context: BaseAudioContext;
  readonly output: AudioNode;
  readonly runs: Runs;
}

export class Playlist implements PlaylistSound {
  private readonly host: PlaylistHost;
  private readonly prepared: Prepared;
  private entries: readonly PlaylistEntry[] = [];
  private audio: ListAudio | null = null;
  /** Shall be heard as soon as it can. */
  private waiting: Place | null = null;
  private paused: Place | null = null;
  private isWanted = false;
  /** Raised by every command: what an older one still waits for is given up. */
  private command = 0;
  /** What was heard last, where nothing is heard now. */
  private last: Stand | null = null;
  private settled: (() => void)[] = [];
  private letRest: (() => void) | null = null;
  private isPriming = false;

  constructor(host: PlaylistHost) {
    this.host = host;
    this.prepared = new Prepared(host.maker, (id, load) => {
      if (playlist.loads[id] !== load) playlist.loads[id] = load;
      // Done after the caller has gone on.
      if (load === 'ready' || load === 'failed') queueMicrotask(() => this.plan());
    });
  }

  setEntries(playlistId: string | null, entries: readonly PlaylistEntry[]): void {
    const before = this.entries;
    this.entries = entries;
    const move = (stand: Stand) => standIn(before, stand, entries);
    const moved = (place: Place | null) => place && { ...place, stand: move(place.stand) };
    this.waiting = moved(this.waiting);
    this.paused = moved(this.paused);
    this.last = this.last && move(this.last);
    for (const run of this.audio?.runs.all ?? []) run.stand = move(run.stand);
    const ids = new Set(entries.map(({ id }) => id));
    const passedOver = playlist.passedOver.filter((id) => ids.has(id));
    for (const id of Object.keys(playlist.loads)) if (!ids.has(id)) delete playlist.loads[id];
    for (const { id } of entries) playlist.loads[id] ??= 'idle';
    patchPlaylist({ activeId: playlistId, entries: ref([...entries]), passedOver });
    this.plan();
  }

  async play(index: number): Promise<void> {
    if (!this.entries[index]) return;
    patchPlaylist({ passedOver: [], error: null });
    await this.goTo(index);
  }

  private async goTo(index: number): Promise<void> {
    const stand = standAt(this.entries, index);
    this.prepared.forgive(stand.entry);
    await this.go({ stand, frame: 0 });
  }

  /** Lets a place be heard as soon as it can. Resolves when it is, or never will be. */
  private async go(place: Place): Promise<void> {
    const mine = ++this.command;
    this.settle();
    this.isWanted = true;
    this.waiting = place;
    this.paused = null;
    const done = new Promise<void>((resolve) => this.settled.push(resolve));
    this.host.hush();
    this.prepare();
    this.tell();
    try {
      await this.open();
    } catch (error) {
      if (mine === this.command) this.rest();
      throw error;
    }
    if (mine !== this.command) return;
    this.letRest ??= this.host.hold();
    this.host.listen(this.source);
    patchPlaylist({ hasTelemetry: true });
    this.plan();
    await done;
  }

  private async open(): Promise<void> {
    const { context, output } = await this.host.open();
    if (this.audio) return;
    this.audio = { context, output, runs: new Runs(context) };
    this.host.onTick(() => this.tick());
  }

  pause(): void {
    if (!this.isWanted) return;
    const { runs } = this.audio ?? {};
    this.paused = this.waiting ?? runs?.placeAt(runs.haltFrame) ?? null;
    this.rest();
  }

  async resume(): Promise<void> {
    if (this.isWanted) return;
    if (this.paused) await this.go(this.paused);
    else await this.play(0);
  }

  stop(): void {
    this.paused = null;
    this.rest();
    this.prepared.clear();
    this.entries = [];
    this.last = null;
    patchPlaylist({ activeId: null, entries: ref([]), loads: {}, passedOver: [], error: null });
    this.tell();
  }

  /** Nothing sounds any more, and nothing is waited for. */
  private rest(): void {
    const { runs } = this.audio ?? {};
    this.command += 1;
    this.last = this.paused?.stand ?? this.waiting?.stand ?? runs?.last?.stand ?? this.last;
    this.isWanted = false;
    this.waiting = null;
    runs?.halt();
    this.letRest?.();
    this.letRest = null;
    if (!this.paused) this.letGoOfTelemetry();
    this.settle();
    this.prepare();
    this.tell();
  }

  private settle(): void {
    for (const resolve of this.settled.splice(0)) resolve();
  }

  async skip(by: -1 | 1): Promise<void> {
    const can = by < 0 ? canSkipBack(playlist) : canSkipForward(playlist);
    if (can) await this.goTo(playlist.index + by);
  }

  async seek(seconds: number): Promise<void> {
    const { place } = this;
    if (!place) return;
    const next = { ...place, frame: seekFrame(place.stand.entry, seconds) };
    if (this.isWanted) await this.go(next);
    else this.paused = next;
  }

  positionSec(): number {
    return (this.place?.frame ?? 0) / SAMPLE_RATE_HZ;
  }

  /** What shall be heard, was paused, or is heard now. */
  private get place(): Place | null {
    const { runs } = this.audio ?? {};
    return this.waiting ?? this.paused ?? runs?.placeAt(runs.nowFrame) ?? null;
  }

  /** Something else is played: what the list plays pauses, and the telemetry reads the other. */
  giveWay(): void {
    this.pause();
    this.letGoOfTelemetry();
  }

  private letGoOfTelemetry(): void {
    if (!playlist.hasTelemetry) return;
    patchPlaylist({ hasTelemetry: false });
    this.host.listen(null);
  }

  private tick(): void {
    this.audio!.runs.tick();
    this.plan();
  }

  /** Does what follows from what shall be heard and what is here. */
  private plan(): void {
    const { audio } = this;
    if (audio) {
      this.follow(audio.runs);
      if (this.waiting) this.begin(audio);
      if (this.isWanted && !this.waiting) this.lay(audio);
    }
    this.prepare();
    this.tell();
    this.host.maker.reserve(this.prepared.bytes + (audio?.runs.bytes ?? 0));
  }

  /** What is laid and does not follow any more is taken back. */
  private follow(runs: Runs): void {
    for (let at = 1; at < runs.all.length; at++) {
      const next = this.following(runs.all[at - 1]!.stand);
      const run = runs.all[at]!;
      if (next && isSameEntry(next.entry, run.stand.entry)) run.stand = next;
      else {
        runs.takeBack(at);
        return;
      }
    }
  }

  /** What comes after an entry: inside a playlist the next one that can be heard. */
  private following({ next }: Stand): Stand | null {
    if (playlist.activeId === null) return null;
    const index = firstPlayable(this.entries, next, (one) => this.prepared.failureOf(one) !== null);
    return index < 0 ? null : standAt(this.entries, index);
  }

  /** Notes what was passed over between an entry and what comes after it. */
  private notePassed(from: number, to: number): void {
    const failed = this.entries.slice(from, to).filter((one) => this.prepared.failureOf(one));
    const fresh = failed.filter(({ id }) => !playlist.passedOver.includes(id));
    if (fresh.length === 0) return;
    const passedOver = [...playlist.passedOver, ...fresh.map(({ id }) => id)];
    patchPlaylist({ passedOver, error: this.prepared.failureOf(fresh.at(-1)!) });
  }

  /** Lets what is waited for begin as soon as it is here. */
  private begin(audio: ListAudio): void {
    const { runs } = audio;
    const place = this.waiting!;
    const { stand, frame } = place;
    if (this.prepared.failureOf(stand.entry)) {
      const next = this.following(stand);
      this.notePassed(stand.next - 1, next?.index ?? this.entries.length);
      if (!next) {
        this.rest();
        return;
      }
      this.waiting = { stand: next, frame: 0 };
      this.begin(audio);
      return;
    }
    const ready = this.prepared.readyOf(stand.entry);
    if (ready?.isPrimed(frame)) {
      if (!runs.beginNow(place, () => ready.deck(stand.entry, audio))) return;
      this.waiting = null;
      this.settle();
      return;
    }
    // What sounded until now is not heard while another thing is waited for.
    if (runs.heard && runs.heard.stand.entry.id !== stand.entry.id) runs.halt();
    if (!ready || this.isPriming) return;
    this.isPriming = true;
    void ready
      .prime(frame)
      .catch((error: unknown) => console.warn('A track breaks off', error))
      .then(() => {
        this.isPriming = false;
        this.plan();
      });
  }

  /** Lays what follows on the frames on which what comes before it ends. */
  private lay(audio: ListAudio): void {
    const { runs } = audio;
    while (runs.last && runs.last.endFrame - runs.nowFrame < LAID_FRAMES) {
      const { stand, endFrame } = runs.last;
      const isOver = runs.nowFrame >= endFrame;
      const next = this.following(stand);
      if (!next) {
        if (!isOver) return;
        this.notePassed(stand.next, this.entries.length);
        this.rest();
        return;
      }
      const ready = this.prepared.readyOf(next.entry);
      if (ready && runs.append(next, ready.deck(next.entry, audio))) {
        this.notePassed(stand.next, next.index);
        continue;
      }
      if (!ready && !isOver) return;
      // It is late: it comes as soon as it can.
      this.notePassed(stand.next, next.index);
      this.waiting = { stand: next, frame: 0 };
      this.begin(audio);
      return;
    }
  }

  /** Sees to it that what is heard and what follows it is here, and nothing else. */
  private prepare(): void {
    const runs = this.audio?.runs.all ?? [];
    const wanted = runs.map(({ stand }) => stand.entry);
    const place = this.waiting ?? this.paused;
    if (place) wanted.push(place.stand.entry);
    let stand = place?.stand ?? runs.at(-1)?.stand ?? null;
    let frames = 0;
    for (let count = 0; stand && count < MOST_PREPARED && frames < PREPARED_FRAMES; count++) {
      stand = this.following(stand);
      if (!stand) break;
      frames += stand.entry.durationFrames;
      wanted.push(stand.entry);
    }
    this.prepared.want(wanted);
  }

  /** Writes into the state what is going on. */
  private tell(): void {
    const heard = this.audio?.runs.heard?.stand ?? null;
    const stand = this.waiting?.stand ?? this.paused?.stand ?? heard ?? this.last;
    const isLoading = this.waiting !== null && this.waiting.stand.entry.id !== heard?.entry.id;
    const status = this.isWanted
      ? isLoading
        ? 'loading'
        : 'playing'
      : this.paused
        ? 'paused'
        : 'stopped';
    const current = stand ? ref(stand.entry) : null;
    patchPlaylist({ status, index: stand?.index ?? -1, current });
  }

  private readonly source = listSource({
    run: (frame) => (this.isWanted && !this.waiting ? (this.audio?.runs.at(frame) ?? null) : null),
    nowFrame: () => this.audio?.runs.nowFrame ?? 0,
    paused: () => this.paused,
  });

  /** Is something on its way? For tests, as is what follows. */
  get isFetching(): boolean {
    return this.prepared.isFetching || this.isPriming;
  }

  /** Decoded bytes that are held beside the engine's cache. */
  get heldBytes(): number {
    return this.prepared.bytes + (this.audio?.runs.bytes ?? 0);
  }

  /** Decks that still have nodes. */
  get deckCount(): number {
    return this.audio?.runs.deckCount ?? 0;
  }
}
