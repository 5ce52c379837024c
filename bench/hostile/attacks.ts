/** Every attack of the bench: what is sent, by how many accounts, and what came of it. */
import type { TestAccount } from '../../server/testing/accounts.ts';
import { newId } from '../../src/data/rules/ids.ts';
import { everyCall, hollowForms } from './calls.ts';
import { driveCrowd, type Times } from './crowd.ts';
import * as documents from './documents.ts';
import { crawl, guess } from './doors.ts';
import { type DatabasePlace, deleteOverHttp, exportOverHttp, fillDatabase } from './leaving.ts';
import * as sound from './sound.ts';

export interface Place {
  readonly url: string;
  readonly pid: number;
  readonly database: DatabasePlace;
  readonly attackers: readonly TestAccount[];
}

export interface Attack {
  readonly name: string;
  /** Accounts that attack. */
  readonly accounts: number;
  /** Settings of the server besides those of the bench. */
  readonly environment?: Record<string, string>;
  /** What another account notices has bars. */
  readonly isReadBarred: boolean;
  /** Fills the database before the server starts. @returns further attackers */
  prepare?(database: DatabasePlace): Promise<TestAccount[]>;
  /** Attacks. @returns in words what came of it */
  run(place: Place): Promise<string>;
}

const GUESS_MS = 20_000;

const answersOf = (answers: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  return [...counts].map(([answer, count]) => `${count} × ${answer}`).join(', ');
};

/** @returns the status of the answer, and what it says where it refuses */
async function send(url: string, who: TestAccount, form: FormData): Promise<string> {
  const answer = await fetch(url, { method: 'POST', headers: who.headers, body: form });
  const { message } = (await answer.json()) as { message?: string };
  return answer.ok ? `${answer.status}` : `${answer.status} (${message})`;
}

const blobOf = ({ bytes, mime }: sound.HostileFile) =>
  new Blob([new Uint8Array(bytes)], { type: mime });

/** Sends a file as tracks, so often at once, by each attacker in turn. */
async function sendTracks({ url, attackers }: Place, file: sound.HostileFile, times: number) {
  const one = (_: unknown, at: number) => {
    const who = attackers[at % attackers.length]!;
    const form = new FormData();
    form.set('file', blobOf(file), file.name);
    form.set('metadata', JSON.stringify({ _id: newId(), name: 'Last train' }));
    return send(`${url}/api/jam/${who.userId}/tracks`, who, form);
  };
  return `answered ${answersOf(await Promise.all(Array.from({ length: times }, one)))}`;
}

/** Sends pictures, so often at once. */
async function sendPictures({ url, attackers }: Place, file: sound.HostileFile, times: number) {
  const one = (_: unknown, at: number) => {
    const form = new FormData();
    form.set('group', 'avatars');
    form.set('image', blobOf(file), file.name);
    return send(`${url}/api/v3/image/upload`, attackers[at % attackers.length]!, form);
  };
  return `answered ${answersOf(await Promise.all(Array.from({ length: times }, one)))}`;
}

/** A file that is sent as tracks, made when its turn comes. */
function tracks(
  name: string,
  make: () => sound.HostileFile | Promise<sound.HostileFile>,
  times: number,
): Attack {
  return {
    name: `${times} × ${name}`,
    accounts: 2,
    isReadBarred: true,
    run: async (place) => sendTracks(place, await make(), times),
  };
}

const CROWD_MS = 15_000;
/** What a crowd reads: the first pages that people see. */
const CROWD_PATHS = ['/api/rifff-feed/query', '/api/library/rifffs', '/api/library/loops', '/'];

const timesIn = ({ count, p50Ms, p99Ms }: Times) =>
  `${count} (p50 ${p50Ms.toFixed(0)}, p99 ${p99Ms.toFixed(0)} ms)`;

/** 200 who read at once; those who are told to come again do so when they are told, or at once. */
function crowd(name: string, isPatient: boolean): Attack {
  return {
    name: `200 callers who ${name}`,
    accounts: 1,
    isReadBarred: false,
    run: async ({ url, pid }) => {
      const target = { url, pid, paths: CROWD_PATHS, durationMs: CROWD_MS, isPatient };
      const { all, answered, shed, failed, newcomers, newcomersWorked } = await driveCrowd(target);
      const isMet = newcomers.p99Ms <= 1000;
      return `newcomers ${timesIn(newcomers)} (≤ 1000 ms at p99) ${isMet ? 'hit' : 'MISSED'}, while the server worked p50 ${newcomersWorked.p50Ms.toFixed(0)}, p99 ${newcomersWorked.p99Ms.toFixed(0)} ms; all ${timesIn(all)}, answered ${timesIn(answered)}, sent away ${timesIn(shed)}, failed ${failed}`;
    },
  };
}

const ofOne = (name: string, run: Attack['run'], accounts = 1): Attack => ({
  name,
  accounts,
  run,
  isReadBarred: true,
});

/** The attacks in order. */
export function attacks({ rifffs }: { rifffs: number }): Attack[] {
  return [
    {
      name: 'nobody attacks',
      accounts: 1,
      isReadBarred: true,
      run: async () => {
        await new Promise((resolve) => setTimeout(resolve, 10_000));
        return 'for comparison';
      },
    },
    tracks('a FLAC of 300 s of silence at 192 kHz', sound.silentFlacFile, 4),
    tracks('the same that says it is a second long', sound.lyingFlacFile, 4),
    tracks('the same that does not say how long it is', sound.untoldFlacFile, 4),
    tracks('the longest silence that is allowed', sound.longestSilenceFile, 4),
    tracks('an Ogg with a comment of 3 MB', sound.commentedOggFile, 4),
    tracks('an Ogg with the longest comment that is allowed', sound.allowedCommentOggFile, 4),
    tracks('an ordinary FLAC of 290 s', sound.ordinaryFlacFile, 2),
    {
      name: '12 × an AVIF of 7000 × 7000 in one colour',
      accounts: 12,
      isReadBarred: true,
      run: async (place) => sendPictures(place, await sound.largeAvifFile(), 12),
    },
    {
      name: `the export and the deletion of an account of ${rifffs} rifffs`,
      accounts: 1,
      isReadBarred: true,
      prepare: async (database) => [await fillDatabase(database, rifffs)],
      run: async ({ url, database, attackers }) => {
        const hoarder = attackers.at(-1)!;
        const { bytes, sec } = await exportOverHttp(url, hoarder);
        const { answeredSec, goneSec } = await deleteOverHttp(url, database, hoarder);
        return `${(bytes / 1e6).toFixed(0)} MB in ${sec.toFixed(1)} s; deletion answered after ${answeredSec.toFixed(2)} s, all gone after ${goneSec.toFixed(1)} s`;
      },
    },
    {
      name: '150 guessers',
      accounts: 1,
      isReadBarred: true,
      run: async ({ url }) => {
        const { guesses, passed, honest, slowestHonestMs } = await guess(url, GUESS_MS);
        const answers = [...guesses].map(([status, count]) => `${count} × ${status}`).join(', ');
        return `guesses ${answers}; honest log-ins ${passed} of ${honest}, slowest ${slowestHonestMs.toFixed(0)} ms`;
      },
    },
    {
      name: '200 slow bodies',
      accounts: 1,
      isReadBarred: true,
      run: async ({ url }) => {
        const { opened, open, lastClosedMs } = await crawl(url);
        return `${open} of ${opened} open at the end, the last one cut off after ${(lastClosedMs / 1000).toFixed(0)} s`;
      },
    },
    ofOne('bodies of 60 MB before anybody is known', documents.strangersBodies),
    ofOne('a document of 8,000 versions', documents.conflicts),
    ofOne('comparisons of 10,000 revisions', documents.comparisons),
    ofOne('documents of nothing but members', documents.members),
    ofOne('attachments of 45 MB in documents', documents.attachments),
    ofOne('bodies that do not end', documents.endless, 5),
    ofOne('documents of a megabyte, read in every way', documents.largeReads),
    ofOne('every call with the longest bodies', everyCall),
    ofOne('forms of nothing but boundaries', hollowForms),
    crowd('wait as long as they are told', true),
    crowd('ask again at once', false),
  ];
}
