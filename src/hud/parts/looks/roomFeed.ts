/** What a stage and its remote are told of their room: by the line of the room, by the code in their address. */
import { call } from '../../../data/client.ts';
import { JAM_CALLS, MEMBER_CALLS } from '../../../data/contract/calls.ts';
import type { StageOrder } from '../../../data/contract/live.ts';
import { type FindRoom, RoomVisit, type StageNews } from './roomVisit.ts';

export interface RoomFeed {
  /** @returns what stops it */
  follow(news: StageNews): () => void;
  /** Tells every stage of the room, as soon as it has been entered. @returns whether it was sent */
  order(order: StageOrder): Promise<boolean>;
  /** The clock of the room now, in ms; null until it is known. */
  nowMs(): number | null;
}

/** What an address says whose code never opened anything here: taken back before, over, or mistyped. */
export const NO_STAGE = 'This code opens no stage (any more)';

const findByCode =
  (code: string): FindRoom =>
  async (signal) => {
    const { jam, purpose } = await call(MEMBER_CALLS.jamByCode, { params: { code } }, signal);
    // A code for joining opens no more here than the account that is signed in may read.
    return purpose === 'stage' ? { jam, stageCode: code } : { jam };
  };

const findById =
  (id: string): FindRoom =>
  async (signal) => ({ jam: await call(JAM_CALLS.jam, { params: { id } }, signal) });

/** The feed of the room that a code opens. One page follows one room at a time. */
export function roomFeed(code: string): RoomFeed {
  let follower: RoomVisit | null = null;
  return {
    follow(news) {
      const mine = new RoomVisit(findByCode(code), news);
      follower = mine;
      return () => {
        mine.end();
        if (follower === mine) follower = null;
      };
    },
    async order(order) {
      const link = await follower?.entered();
      await link?.order(order);
      return Boolean(link);
    },
    nowMs: () => follower?.nowMs() ?? null,
  };
}

/** A room that the reader may hear, followed for its rifffs. */
export interface FollowedJam {
  /** Has one rifff in reach, however old it is; null for none. */
  choose(rifffId: string | null): void;
  stop(): void;
}

/**
 * Follows a room as the account that is signed in.
 *
 * @param jamId either id
 * @param chosenId a rifff that is in reach from the beginning
 */
export function followJam(
  jamId: string,
  chosenId: string | null,
  news: Pick<StageNews, 'room' | 'online' | 'ended'>,
): FollowedJam {
  const follower = new RoomVisit(findById(jamId), { ...news, people() {}, order() {} }, chosenId);
  return { choose: (rifffId) => follower.choose(rifffId), stop: () => follower.end() };
}
