/** What operators decided about the whole server, as every node knows it: stored, told to the others, and looked at again. */
import {
  type Announcement,
  type ListedAnnouncement,
  MODES,
  type Mode,
} from '../../../src/data/contract/operations.ts';
import { createJob, type Job } from '../../kernel/jobs.ts';
import type { Server } from '../../kernel/module.ts';
import type { Queries } from '../../ports/database/database.ts';
import { readNote, writeNote } from '../../ports/database/notes.ts';
import type { AnnouncementRow } from '../../ports/database/schemaOperations.ts';

/** Name of the note that keeps the mode. */
const NOTE = 'mode';
/** Topic of the fan-out: something of it changed. */
const TOPIC = 'operations';
/** A node that heard nothing, because it has no Redis or the command line changed it, knows it after this. */
const LOOK_MS = 3000;
/** Announcements that are over are listed for so long, then deleted. */
const KEPT_MS = 30 * 24 * 3_600_000;
/** Lines that a page shows at once. */
const SHOWN = 3;

/** The mode that is stored; what is not known counts as open. */
export async function readMode(queries: Queries): Promise<Mode> {
  const value = await readNote(queries, NOTE);
  return MODES.find((mode) => mode === value) ?? 'open';
}

/** Stores the mode; nodes follow within seconds. */
export const writeMode = (queries: Queries, mode: Mode): Promise<void> =>
  writeNote(queries, NOTE, mode);

/** Announcements that are not long over, newest first. */
export function listAnnouncements(queries: Queries, nowMs: number): Promise<ListedAnnouncement[]> {
  return queries
    .selectFrom('announcements')
    .selectAll()
    .where((where) => where.or([where('ends', 'is', null), where('ends', '>', nowMs - KEPT_MS)]))
    .orderBy('starts', 'desc')
    .orderBy('id')
    .execute();
}

const isShown = ({ starts, ends }: AnnouncementRow, nowMs: number): boolean =>
  starts <= nowMs && (ends === null || ends > nowMs);

/** What pages are told of it. */
export interface Presented {
  readonly mode: Mode;
  readonly announcements: Announcement[];
}

export interface OperatorState {
  present(nowMs: number): Presented;
  /** Reads what is stored, tells open pages of this node where it changed, and says that to other nodes. */
  changed(): Promise<void>;
  /** Follows the other nodes from now on; ends with the answer. */
  follow(): Promise<() => void>;
  readonly job: Job;
}

/** @param tellPages tells every open page that holds a line that the site's answer is another one */
export function operatorState(
  { database, fanOut, mode, log }: Pick<Server, 'database' | 'fanOut' | 'mode' | 'log'>,
  tellPages: () => void,
): OperatorState {
  const { queries } = database;
  let announcements: readonly AnnouncementRow[] = [];

  async function read(): Promise<void> {
    const nowMs = Date.now();
    const [storedMode, stored] = [await readMode(queries), await listAnnouncements(queries, nowMs)];
    const isOther =
      storedMode !== mode.now || JSON.stringify(stored) !== JSON.stringify(announcements);
    mode.now = storedMode;
    announcements = stored;
    if (isOther) tellPages();
  }

  /** Deletes what is over; the list would not show it. */
  const forget = () =>
    queries
      .deleteFrom('announcements')
      .where('ends', '<', Date.now() - KEPT_MS)
      .execute();

  return {
    present: (nowMs) => ({
      mode: mode.now,
      announcements: announcements
        .filter((one) => isShown(one, nowMs))
        .slice(0, SHOWN)
        .map(({ id, text }) => ({ id, text })),
    }),
    async changed() {
      await forget();
      await read();
      fanOut.publish(TOPIC, null);
    },
    async follow() {
      const look = () => void read().catch((error: unknown) => log.error({ err: error }, TOPIC));
      fanOut.onGap(look);
      const stop = await fanOut.subscribe(TOPIC, look);
      await read();
      return stop;
    },
    job: createJob({
      name: 'reading what operators decided',
      everyMs: LOOK_MS,
      isAtStart: false,
      round: read,
    }),
  };
}
