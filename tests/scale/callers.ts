/** People in rooms who commit, talk and listen by HTTP and sockets alone, as a browser does: what no answer came to is sent again. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestAccount } from '../../server/testing/accounts.ts';
import { TEST_PASSWORD } from '../../server/testing/calls.ts';
import { rifffOf } from '../../server/testing/crashCommits.ts';
import { RoomClient } from '../../server/testing/roomClient.ts';
import { newId } from '../../src/data/rules/ids.ts';

/** Soon again after a call that no answer came to, or 502, 503 and 504. */
const AGAIN_MS = 200;
/** As browsers reconnect, between half of it and one and a half. */
const RECONNECT_MS = 1000;
/** Between two calls of one person. */
const REST_MS = 2000;
const PEOPLE_OF_ROOM = 20;
/** Of one call; then nothing answers any more. */
const GIVE_UP_MS = 60_000;
const SIGN_UPS_AT_ONCE = 8;

interface Answered {
  readonly status: number;
  readonly bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: what a call answers is for its caller to know
  json(): any;
}

/** What all people of a crowd met with. */
export interface Met {
  /** Rifffs and messages that were acknowledged, by the room's id and their own. */
  readonly acknowledged: {
    readonly jamId: string;
    readonly id: string;
    readonly kind: 'rifff' | 'message';
  }[];
  /** Answers that no one should get: 401 for who is signed in, and whatever else is no success. */
  readonly refused: string[];
  /** Files that came whole, and those that came as another. */
  whole: number;
  readonly broken: string[];
  /** Answers that were cut off after their beginning; they were asked for again. */
  readonly cutOff: string[];
  /** Of each call: how long its person waited for the answer, tries that failed within, and when it came, ms. */
  readonly waits: { readonly phase: string; readonly ms: number; readonly at: number }[];
  /** Tries that no answer came to, or none that counts. */
  again: number;
  /** The longest time from such a try to the answer, ms. */
  longestAgainMs: number;
}

/** What there is to commit and to hear. */
interface Place {
  readonly loopIds: readonly string[];
  /** Addresses of files, with the hash of what each holds. */
  readonly files: ReadonlyMap<string, string>;
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const json = (
  who: { readonly headers: Readonly<Record<string, string>> },
  body: object,
): RequestInit => ({
  method: 'POST',
  headers: { ...who.headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

export class Crowd {
  readonly met: Met = {
    acknowledged: [],
    refused: [],
    whole: 0,
    broken: [],
    cutOff: [],
    waits: [],
    again: 0,
    longestAgainMs: 0,
  };
  readonly people: RoomClient[] = [];
  /** What is under way, for the report. */
  phase = 'before';
  #place: Place | undefined;
  readonly #url: string;
  #isOver = false;
  #isLeft = false;
  #work: Promise<unknown>[] = [];
  #hearing: Promise<unknown>[] = [];

  constructor(url: string) {
    this.#url = url;
  }

  /** A call, sent until it is answered. @returns undefined where it was refused, which is noted */
  async call(
    path: string,
    options: RequestInit = {},
    url = this.#url,
  ): Promise<Answered | undefined> {
    const began = performance.now();
    let failedMs: number | undefined;
    while (performance.now() - began < GIVE_UP_MS) {
      const answer = await fetch(`${url}${path}`, options).catch(() => null);
      const status = answer?.status ?? 0;
      if (answer && ![502, 503, 504].includes(status)) {
        const bytes = await answer.bytes().catch(() => null);
        if (bytes === null) this.met.cutOff.push(path);
        if (bytes !== null) {
          const nowMs = performance.now();
          this.met.waits.push({ phase: this.phase, ms: nowMs - began, at: nowMs });
          const againMs = nowMs - (failedMs ?? nowMs);
          this.met.longestAgainMs = Math.max(this.met.longestAgainMs, againMs);
          const read = Buffer.from(bytes);
          if (answer.ok)
            return { status, bytes: read, json: () => JSON.parse(read.toString()).data };
          this.met.refused.push(`${status} ${path}: ${read.toString().slice(0, 200)}`);
          return undefined;
        }
      }
      this.met.again += 1;
      failedMs ??= performance.now();
      await pause(AGAIN_MS);
    }
    this.met.refused.push(`nothing answered ${path} in ${GIVE_UP_MS / 1000} s`);
    return undefined;
  }

  async #must(path: string, options?: RequestInit, url?: string): Promise<Answered> {
    const answer = await this.call(path, options, url);
    if (!answer) throw new Error(this.met.refused.at(-1));
    return answer;
  }

  /**
   * Signs people up and puts them into rooms of twenty, all by calls.
   * @param nodes are asked without the proxy for what one address may do only so often
   */
  async gather(count: number, nodes: readonly string[]): Promise<void> {
    const accounts: TestAccount[] = [];
    const signUp = async (at: number) => {
      const username = `caller${at}`;
      const secret = { password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD };
      const body = { username, email: `${username}@mail.example`, ...secret };
      const headers = { 'x-forwarded-for': `10.2.${at >> 6}.${at & 63}` };
      const sent = json({ headers }, body);
      const data = (await this.#must('/api/signup', sent, nodes[at % nodes.length])).json();
      const login = data.login ?? data;
      const authorization = `Bearer ${login.token}:${login.password}`;
      accounts[at] = { userId: username, headers: { authorization } };
    };
    for (let at = 0; at < count; at += SIGN_UPS_AT_ONCE) {
      const some = Array.from({ length: Math.min(SIGN_UPS_AT_ONCE, count - at) }, (_, n) => at + n);
      await Promise.all(some.map(signUp));
    }
    for (let from = 0; from < count; from += PEOPLE_OF_ROOM) {
      const [owner, ...others] = accounts.slice(from, from + PEOPLE_OF_ROOM);
      const made = await this.#must('/api/jam', json(owner!, { name: 'A room', access: 'public' }));
      const jamId: string = made.json().id;
      for (const one of others) await this.#must(`/api/jam/${jamId}/join`, json(one, {}));
      for (const one of [owner!, ...others]) this.people.push(new RoomClient(one, jamId));
    }
    const { loops } = (await this.#must('/api/library/loops?limit=8')).json();
    const files = new Map<string, string>();
    for (const { cdn_attachments: attachments } of loops) {
      const { url } = attachments.oggAudio;
      files.set(url, hashOf((await this.#must(url)).bytes));
    }
    this.#place = { loopIds: loops.slice(0, 2).map(({ _id }: { _id: string }) => _id), files };
  }

  async commit({ account, jamId }: RoomClient, url?: string): Promise<void> {
    const rifff = rifffOf(this.#place!.loopIds);
    const answer = await this.call(`/api/jam/${jamId}/rifffs`, json(account, { rifff }), url);
    if (answer) this.met.acknowledged.push({ jamId, id: rifff._id, kind: 'rifff' });
  }

  async say({ account, jamId }: RoomClient, url?: string): Promise<void> {
    const id = newId();
    const body = { id, message: 'Once more from the top' };
    const answer = await this.call(`/api/jam/${jamId}/messages`, json(account, body), url);
    if (answer) this.met.acknowledged.push({ jamId, id, kind: 'message' });
  }

  async listen(at: number): Promise<void> {
    const [path, hash] = [...this.#place!.files][at % this.#place!.files.size]!;
    const answer = await this.call(path);
    if (!answer) return;
    if (hashOf(answer.bytes) === hash) this.met.whole += 1;
    else this.met.broken.push(path);
  }

  /** What only a person who is signed in may read. */
  async readOwn({ account }: RoomClient, url?: string): Promise<void> {
    await this.call('/api/notifications/push', { headers: account.headers }, url);
  }

  async #live(person: RoomClient, at: number): Promise<void> {
    const turns = [
      () => this.commit(person),
      () => this.say(person),
      () => this.listen(at),
      () => this.readOwn(person),
    ];
    await pause((REST_MS * at) / this.people.length);
    for (let turn = at; !this.#isOver; turn++) {
      await turns[turn % turns.length]!();
      await pause(REST_MS);
    }
  }

  async #hear(person: RoomClient, at: number): Promise<void> {
    await pause((RECONNECT_MS * at) / this.people.length);
    while (!this.#isLeft) {
      if (person.isIn) await pause(100);
      else {
        const refusal = await person.connect(this.#url);
        if (refusal === 'unauthorised') this.met.refused.push('a socket: unauthorised');
        if (refusal !== null) await pause(RECONNECT_MS * (0.5 + Math.random()));
      }
    }
  }

  start(): void {
    this.#work = this.people.map((one, at) => this.#live(one, at));
    this.#hearing = this.people.map((one, at) => this.#hear(one, at));
  }

  /** Lets what is under way come to its end. People go on hearing their rooms until `leave`. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#work);
  }

  async leave(): Promise<void> {
    this.#isLeft = true;
    await Promise.all(this.#hearing);
    for (const person of this.people) person.cut();
  }
}
