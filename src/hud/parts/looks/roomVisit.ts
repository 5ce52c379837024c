/** One room as a stage knows it: read by calls, kept new by its line, until it is left. */
import { subscribe } from 'valtio/vanilla';
import { call } from '../../../data/client.ts';
import { JAM_CALLS } from '../../../data/contract/calls.ts';
import { ApiError } from '../../../data/contract/errors.ts';
import type { Jam } from '../../../data/contract/jams.ts';
import type { KnobTurns, StageOrder } from '../../../data/contract/live.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { setStageCode } from '../../../data/credential.ts';
import { isMaking } from '../../../data/rules/jam/presence.ts';
import { probeClock } from '../../../data/rules/time/probing.ts';
import { type RoomClock, roomTimeAt } from '../../../data/rules/time/sharedClock.ts';
import { enterRoom, type RoomLink } from '../../../data/socket.ts';
import { room } from '../../../data/stores/room.ts';
import { addRoomTouch } from '../../../data/stores/roomTouches.ts';
import { HOUSE_LOOKS, readRoomLooks, type ShownLook } from './shownLooks.ts';

export interface StageRoomState {
  readonly jamId: string;
  readonly name: string;
  /** Newest first, with short peaks; behind them the one that was chosen, where it is older than all of these. */
  readonly rifffs: readonly Rifff[];
  /** Looks that its stages may use, in order. */
  readonly looks: readonly ShownLook[];
}

/** A person in the room, as the picture shows them. */
export interface StagePerson {
  readonly user: string;
  readonly isMaking: boolean;
}

/** What comes in. */
export interface StageNews {
  /** The newest rifffs, after something has changed. */
  room(state: StageRoomState): void;
  people(people: readonly StagePerson[]): void;
  /**
   * @param isKept said before this page came into the room
   * @param turns moves of the knobs before
   */
  order(order: StageOrder, isKept: boolean, turns?: KnobTurns): void;
  /** The clock of the room, as it is known better and better. */
  clock?(clock: RoomClock): void;
  /** Cut off, or there again. */
  online(isOnline: boolean): void;
  /** The code opens nothing any more. */
  ended(): void;
}

/** Where a room is found. */
interface Entrance {
  readonly jam: Pick<Jam, 'id' | 'name' | 'lastEvent'>;
  /** Code of a stage, which enters instead of the account. */
  readonly stageCode?: string;
}
/** @throws ApiError where there is no such room for this reader */
export type FindRoom = (signal: AbortSignal) => Promise<Entrance>;

/** Rifffs that a stage holds: echoes and discs, no more. */
const SHOWN = 24;
/** Between two tries of what could not be read, growing from the one to the other. */
const [FIRST_MS, MOST_MS] = [1000, 30_000];

/** Does an answer say that the code is none, or none any more? */
const isGone = (error: unknown) =>
  error instanceof ApiError && [400, 401, 403, 404].includes(error.status);

/** Everything about one room, from entering to leaving. */
export class RoomVisit {
  private link: RoomLink | null = null;
  /** Orders that came before the room was entered. */
  private waiting: ((link: RoomLink | null) => void)[] = [];
  private readonly stop = new AbortController();
  private readonly find: FindRoom;
  private readonly news: StageNews;
  private jamId = '';
  private name = '';
  private looks: readonly ShownLook[] = HOUSE_LOOKS;
  private hasLooks = false;
  private rifffs: readonly Rifff[] = [];
  private chosen: Rifff | null = null;
  private chosenId: string | null = null;
  private isReading = false;
  private isStale = false;
  private pauseMs = FIRST_MS;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopWatching = () => {};
  private clock: RoomClock | null = null;

  constructor(find: FindRoom, news: StageNews, chosenId: string | null = null) {
    this.find = find;
    this.news = news;
    this.chosenId = chosenId;
    addEventListener('online', this.now);
    void this.begin();
  }

  end(): void {
    this.stop.abort();
    clearTimeout(this.timer);
    removeEventListener('online', this.now);
    this.stopWatching();
    this.link?.leave();
    this.hand(null);
    setStageCode(null);
  }

  /** The line of the room, once it has been entered; null where that failed, or the room was left. */
  entered(): Promise<RoomLink | null> {
    if (this.link || this.stop.signal.aborted) return Promise.resolve(this.link);
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private hand(link: RoomLink | null): void {
    for (const resolve of this.waiting.splice(0)) resolve(link);
  }

  /** The network is there again: what waits for it need not. */
  private readonly now = () => {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.pauseMs = FIRST_MS;
    void (this.link ? this.renew() : this.begin());
  };

  private close(): void {
    this.end();
    this.news.ended();
  }

  /** After a failure: again, later, or never. */
  private failed(error: unknown, again: () => void): void {
    if (this.stop.signal.aborted) return;
    if (isGone(error)) {
      this.close();
      return;
    }
    this.hand(null);
    this.news.online(false);
    this.timer = setTimeout(again, this.pauseMs);
    this.pauseMs = Math.min(MOST_MS, 2 * this.pauseMs);
  }

  private async begin(): Promise<void> {
    this.timer = undefined;
    const { signal } = this.stop;
    try {
      const { jam, stageCode } = await this.find(signal);
      setStageCode(stageCode ?? null);
      this.name = jam.name;
      await this.read(jam.id);
      if (signal.aborted) return;
      this.jamId = jam.id;
      this.pauseMs = FIRST_MS;
      this.watch();
      const options = { jamId: jam.id, since: jam.lastEvent, activity: 'listening' as const };
      const link = await enterRoom(
        { ...options, ...(stageCode !== undefined && { stageCode }) },
        {
          events: (events) => {
            if (events.some(({ kind }) => kind === 'jam')) {
              this.name = '';
              this.hasLooks = false;
            }
            if (events.some(({ kind }) => kind.startsWith('rifff') || kind === 'jam')) {
              void this.renew();
            }
          },
          reset: () => void this.renew(),
          touches: (touches) => {
            for (const touch of touches) addRoomTouch(touch);
          },
          order: (order, turns) => this.take(order, turns),
        },
      );
      if (signal.aborted) {
        link.leave();
        return;
      }
      this.link = link;
      this.hand(link);
      this.keepTime(link);
    } catch (error) {
      this.failed(error, () => void this.begin());
    }
  }

  /** Reads what is new. Of several changes at once the last reading is enough. */
  private async renew(): Promise<void> {
    this.timer = undefined;
    this.isStale = true;
    if (this.isReading) return;
    this.isReading = true;
    try {
      while (this.isStale && !this.stop.signal.aborted) {
        this.isStale = false;
        await this.read(this.jamId);
        this.pauseMs = FIRST_MS;
        this.news.online(room.line === 'on');
      }
    } catch (error) {
      this.failed(error, () => void this.renew());
    } finally {
      this.isReading = false;
    }
  }

  private async read(jamId: string): Promise<void> {
    const { signal } = this.stop;
    const params = { id: jamId };
    if (this.name === '') this.name = (await call(JAM_CALLS.jam, { params }, signal)).name;
    if (!this.hasLooks) this.looks = await readRoomLooks(jamId, this.looks, signal);
    this.hasLooks = true;
    const query = { pageSize: SHOWN };
    const { rifffs } = await call(JAM_CALLS.jamRifffs, { params, query }, signal);
    // A rifff never changes, so what is known stays the same object: nothing is drawn or loaded anew for it.
    const known = new Map(this.rifffs.map((rifff) => [rifff._id, rifff]));
    this.rifffs = rifffs.map((rifff) => known.get(rifff._id) ?? rifff);
    await this.readChosen(jamId);
    if (!signal.aborted) this.tell(jamId);
  }

  /** A rifff that was chosen and is older than those that are shown is fetched by itself; one that is gone is none. */
  private async readChosen(jamId: string): Promise<void> {
    const rifffId = this.chosenId;
    const isShown = this.rifffs.some(({ _id }) => _id === rifffId);
    if (rifffId === null || isShown) this.chosen = null;
    else if (this.chosen?._id !== rifffId) {
      const params = { id: jamId, rifffId };
      const { signal } = this.stop;
      this.chosen = await call(JAM_CALLS.rifff, { params }, signal).then(
        ({ rifff }) => rifff,
        (error: unknown) => {
          if (isGone(error)) return null;
          throw error;
        },
      );
    }
  }

  private tell(jamId: string): void {
    const rifffs = this.chosen ? [...this.rifffs, this.chosen] : this.rifffs;
    this.news.room({ jamId, name: this.name, rifffs, looks: this.looks });
  }

  /** Has one rifff in reach, however old it is; null for none. */
  choose(rifffId: string | null): void {
    if (this.chosenId === rifffId) return;
    this.chosenId = rifffId;
    const isKnown = this.rifffs.some(({ _id }) => _id === rifffId);
    if (rifffId !== null && !isKnown && this.jamId !== '') void this.renew();
  }

  private take(order: StageOrder, turns?: KnobTurns): void {
    if (order.rifffId !== undefined) this.choose(order.rifffId);
    this.news.order(order, room.line !== 'on', turns);
  }

  private keepTime(link: RoomLink): void {
    void probeClock({
      ask: (sentMs) => link.probe(sentMs),
      nowMs: () => performance.now(),
      delay: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      heard: ({ clock }) => {
        this.clock = clock;
        if (clock) this.news.clock?.(clock);
      },
      isOver: () => this.stop.signal.aborted,
    });
  }

  /** The clock of the room now, in ms; null until it is known. */
  nowMs(): number | null {
    return this.clock && roomTimeAt(this.clock, performance.now());
  }

  /** Tells of the line and of who is there. */
  private watch(): void {
    let here: unknown = null;
    const look = () => {
      if (room.line === 'out') {
        this.close();
        return;
      }
      if (room.line === 'on' || room.line === 'away') this.news.online(room.line === 'on');
      const people = Object.values(room.here).map(({ user, activity }) => ({
        user,
        isMaking: isMaking(activity),
      }));
      const text = JSON.stringify(people);
      if (text === here) return;
      here = text;
      this.news.people(people);
    };
    this.stopWatching();
    this.stopWatching = subscribe(room, look);
  }
}
