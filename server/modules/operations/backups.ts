/** Backups that the server makes by itself: when one is due, by one node at a time, and how the copies stand. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { BackupFigures } from '../../../src/data/contract/operations.ts';
import type { BackupSettings } from '../../backup/backup.ts';
import { listBackups } from '../../backup/manifest.ts';
import { scheduleOf } from '../../backupPlan.ts';
import { createJob, type Job } from '../../kernel/jobs.ts';
import type { Server } from '../../kernel/module.ts';
import type { Queries } from '../../ports/database/database.ts';
import { readNote, writeNote } from '../../ports/database/notes.ts';

const SCRIPT = fileURLToPath(new URL('backup.child.ts', import.meta.url));
const LOOK_MS = 30_000;
/** A node that makes a backup says so this often; one that was silent for three times as long has died. */
const BEAT_MS = 20_000;
/** Name of the note, and of the lock, by which one node makes it. */
const NOTE = 'backup';

/** What the process is told. Not by its environment: the address of a database holds a password. */
export interface BackupOrder {
  readonly settings: BackupSettings;
  readonly folder: string;
  readonly keep: number;
}
export type BackupAnswer = { readonly missing: number } | { readonly failure: string };

/** What all nodes know of the last backup. Times in ms since the epoch. */
interface Standing {
  readonly begun: number;
  /** Last sign of life of the node that makes it; null once it is over. */
  readonly beat: number | null;
  readonly failure: { readonly at: number; readonly message: string } | null;
}

async function readStanding(queries: Queries): Promise<Standing | undefined> {
  const text = await readNote(queries, NOTE);
  return text === undefined ? undefined : (JSON.parse(text) as Standing);
}

const isUnderWay = (standing: Standing | undefined, nowMs: number): boolean =>
  standing?.beat != null && standing.beat > nowMs - 3 * BEAT_MS;

/** Runs a process that makes one. Throws what went wrong, for operators. */
function makeCopy(order: BackupOrder, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(SCRIPT, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const stop = () => child.kill('SIGTERM');
    signal.addEventListener('abort', stop, { once: true });
    let answer: BackupAnswer | undefined;
    child.once('message', (message) => {
      answer = message as BackupAnswer;
    });
    child.once('error', reject);
    child.once('exit', () => {
      signal.removeEventListener('abort', stop);
      if (answer === undefined) reject(new Error('The backup was broken off'));
      else if ('failure' in answer) reject(new Error(answer.failure));
      else if (answer.missing > 0) {
        reject(new Error(`${answer.missing} files are missing or damaged on the server itself`));
      } else resolve();
    });
    child.send(order, (error) => error && reject(error));
  });
}

export interface Backups {
  readonly job: Job;
  figures(): Promise<BackupFigures>;
  /** Begins one. @throws ApiError `conflict` where one is under way, or no folder is set */
  begin(): Promise<Record<string, never>>;
  /** Time between two of the schedule, ms; undefined without one. */
  intervalMs(): number | undefined;
  /** Ends the process that makes one. */
  stop(): void;
}

/** Backups by the settings of this server. */
export function openBackups({
  settings,
  database,
}: Pick<Server, 'settings' | 'database'>): Backups {
  const { queries } = database;
  const { databaseUrl, dataFolder, s3 } = settings;
  const started = Date.now();
  const closing = new AbortController();
  /** What was claimed when a person asked for one, until the job takes it up. */
  let asked: Standing | undefined;

  /** By the schedule of now: an administrator may change it meanwhile. */
  function times() {
    const { schedule } = settings.backup;
    return schedule === undefined ? undefined : scheduleOf(schedule);
  }

  /** When the next one is due; counted from the last one, or from the start of this node before the first. */
  const dueMs = (standing: Standing | undefined) =>
    times()
      ?.nextRun(new Date(standing?.begun ?? started))
      ?.getTime();

  const put = (within: Queries, standing: Standing) =>
    writeNote(within, NOTE, JSON.stringify(standing));

  /** Takes the work for this node, where it is due and no other has it. */
  const claim = (isForced: boolean): Promise<Standing | undefined> =>
    database.transaction(async (transaction) => {
      await database.lock(transaction, NOTE);
      const nowMs = Date.now();
      const standing = await readStanding(transaction);
      if (isUnderWay(standing, nowMs)) return undefined;
      if (!isForced && (dueMs(standing) ?? Number.POSITIVE_INFINITY) > nowMs) return undefined;
      const claimed = { begun: nowMs, beat: nowMs, failure: standing?.failure ?? null };
      await put(transaction, claimed);
      return claimed;
    });

  async function round(): Promise<void> {
    const { folder, keep } = settings.backup;
    const given = asked;
    asked = undefined;
    if (folder === undefined) return;
    const claimed = given ?? (await claim(false));
    if (!claimed) return;
    const beat = () => void put(queries, { ...claimed, beat: Date.now() }).catch(() => {});
    const timer = setInterval(beat, BEAT_MS);
    let failure: Standing['failure'] = null;
    try {
      const order = { settings: { databaseUrl, dataFolder, s3 }, folder, keep };
      await makeCopy(order, closing.signal);
    } catch (error) {
      failure = { at: Date.now(), message: (error as Error).message };
      throw error;
    } finally {
      clearInterval(timer);
      await put(queries, { begun: claimed.begun, beat: null, failure });
    }
  }

  const job = createJob({ name: 'backing up', everyMs: LOOK_MS, isAtStart: false, round });

  function intervalMs(): number | undefined {
    const [first, second] = times()?.nextRuns(2) ?? [];
    return first && second && second.getTime() - first.getTime();
  }

  return {
    job,
    intervalMs,
    stop: () => closing.abort(),

    async begin() {
      if (settings.backup.folder === undefined) {
        throw new ApiError('conflict', 'Say first in which folder backups belong');
      }
      // Claimed at once, so that who asks sees it under way and a second one is refused, on every node.
      const claimed = await claim(true);
      if (!claimed) throw new ApiError('conflict', 'A backup is being made');
      asked = claimed;
      job.wake();
      return {};
    },

    async figures() {
      const { folder, schedule, keep } = settings.backup;
      const nowMs = Date.now();
      const standing = await readStanding(queries);
      const listed = folder === undefined ? [] : await listBackups(folder);
      const copies = listed.map(({ made, bytes, missing }) => ({
        made: Date.parse(made),
        bytes,
        missing,
      }));
      const newest = copies[0]?.made;
      const every = folder === undefined ? undefined : intervalMs();
      return {
        folder: folder ?? null,
        schedule: schedule ?? null,
        keep,
        next: folder === undefined ? null : (dueMs(standing) ?? null),
        isRunning: isUnderWay(standing, nowMs),
        isTooOld: every !== undefined && (newest === undefined || newest < nowMs - 2 * every),
        lastFailure: standing?.failure ?? null,
        copies,
      };
    },
  };
}
