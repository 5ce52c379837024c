import { expect } from 'vitest';
import { REACTIONS } from '../../src/data/contract/chat.ts';
import { newId } from '../../src/data/rules/ids.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { seeded } from '../../tests/together/line.ts';
import { makeAccount, type TestAccount } from './accounts.ts';
import { postable } from './rifffs.ts';
import { RoomClient } from './roomClient.ts';
import { type LiveWorld, makeRoom } from './sockets.ts';

const PEOPLE = 5;
/** Most members that the owner removes in one run: some have to be left. */
const MOST_REMOVED = 2;

const OPERATIONS = [
  ...['commit', 'commit', 'commit', 'twice', 'retry', 'chat', 'chat', 'react', 'unreact'],
  ...['cut', 'reconnect', 'reconnect', 'leave', 'join', 'join', 'remove'],
] as const;
type Operation = (typeof OPERATIONS)[number];

interface Sent {
  readonly id: string;
  readonly body: string;
  /** The rifff in the first answer; null until a node has acknowledged it. */
  answer: { readonly created: number } | null;
}

/** A person with one page, who does one thing after the other. */
interface Actor {
  readonly account: TestAccount;
  readonly client: RoomClient;
  readonly commits: Sent[];
  readonly isOwner: boolean;
  isMember: boolean;
  isRemoved: boolean;
  /** A removal may be in progress: until it is answered it is not certain what this person may do. */
  isLeaving: boolean;
  /** Number of the newest event when this person was certainly out. No event above it may reach them. */
  outSince: number | null;
  isBusy: boolean;
}

/**
 * A room in which several people act through every node, in an order that the seed decides. They commit, send the same
 * commit twice or again, chat, react, leave, come back, are removed, are cut off and reconnect to another node. Calls of
 * different people overlap. Expects afterwards that numbers have no gaps, that nothing acknowledged was lost or was
 * announced twice, that people who were out got no more events, and that all members hold the same.
 *
 * @returns how often each thing was done
 */
export async function fuzzRoom(
  world: LiveWorld,
  seed: number,
  steps: number,
): Promise<Partial<Record<Operation, number>>> {
  const random = seeded(seed);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const url = () => pick(world.nodes).url;
  const { queries } = world.database;
  const name = `f${newId().slice(-6)}`;
  const actors: Actor[] = [];
  const accounts: TestAccount[] = [];
  for (let at = 0; at < PEOPLE; at++) {
    accounts.push(await makeAccount(world.database, `${name}${at}`));
  }
  const jamId = await makeRoom(world.database, accounts[0]!.userId, 'private');
  for (const account of accounts) {
    const isOwner = account === accounts[0];
    actors.push({
      account,
      isOwner,
      client: new RoomClient(account, jamId),
      commits: [],
      isMember: isOwner,
      isRemoved: false,
      isLeaving: false,
      outSince: null,
      isBusy: false,
    });
  }
  const owner = actors[0]!;
  const messages: string[] = [];
  const said: string[] = [];
  let removed = 0;

  const call = async (who: Actor, method: string, path: string, body?: string | object) => {
    const answer = await fetch(`${url()}/api/jam/${path}`, {
      method,
      headers: {
        ...who.account.headers,
        // An address of its own for each run: tries of codes are counted by it.
        'x-forwarded-for': `10.2.${(seed >> 8) & 255}.${seed & 255}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: what a call answers is what the test is about
    return { status: answer.status, body: (await answer.json()) as any };
  };
  const newest = async () => {
    const jam = queries.selectFrom('jams').select('lastEvent').where('id', '=', jamId);
    return (await jam.executeTakeFirstOrThrow()).lastEvent;
  };
  /**
   * Expects the right status: 200 for a member; 403 or 404 for a person who is out. While a removal is in progress, each
   * of them is right, and also 400, as the parent of a commit may be gone.
   */
  const expectAllowed = (who: Actor, wasIn: boolean, status: number, what: string) => {
    const allowed =
      who.isLeaving || who.isRemoved ? [200, 400, 403, 404] : wasIn ? [200] : [403, 404];
    expect(allowed, `seed ${seed}: ${what} answered ${status}`).toContain(status);
  };
  const heardNothing = ({ client, outSince, account }: Actor) => {
    if (outSince === null) return;
    const late = client.told.filter((number) => number > outSince);
    expect(late, `seed ${seed}: ${account.userId} was out and heard`).toEqual([]);
  };
  const post = async (who: Actor, sent: Sent) => {
    const wasIn = who.isMember;
    const { status, body } = await call(who, 'POST', `${jamId}/rifffs`, sent.body);
    expectAllowed(who, wasIn, status, 'a commit');
    if (status !== 200) return;
    const { created } = body.data.rifff;
    sent.answer ??= { created };
    expect({ created }, `seed ${seed}: a retry was another rifff`).toEqual(sent.answer);
  };
  const make = (who: Actor): Sent => {
    const parent = pick(who.commits.length > 0 && random() < 0.5 ? who.commits : [null]);
    const rifff = postable(
      [Math.floor(random() * 3), 3],
      parent?.answer ? { parent: { jamId, rifffId: parent.id } } : {},
    );
    const sent = { id: rifff._id, body: JSON.stringify({ rifff }), answer: null };
    who.commits.push(sent);
    return sent;
  };
  const settleOut = async (who: Actor) => {
    who.isMember = false;
    who.outSince = await newest();
  };
  const made = await call(owner, 'POST', `${jamId}/codes`, { purpose: 'join', note: '', days: 1 });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const { code } = made.body.data.invite ?? made.body.data;

  const doings: Record<Operation, (who: Actor) => Promise<void>> = {
    commit: (who) => post(who, make(who)),
    async twice(who) {
      const sent = make(who);
      await Promise.all([post(who, sent), post(who, sent)]);
    },
    async retry(who) {
      if (who.commits.length > 0) await post(who, pick(who.commits));
    },
    async chat(who) {
      const [id, wasIn] = [newId(), who.isMember];
      const text = { id, message: `said ${id}` };
      const { status } = await call(who, 'POST', `${jamId}/messages`, text);
      expectAllowed(who, wasIn, status, 'a message');
      said.push(id);
      if (status === 200) messages.push(id);
    },
    async react(who) {
      if (messages.length === 0) return;
      const path = `${jamId}/feed/${pick(messages)}/reactions`;
      const wasIn = who.isMember;
      const { status } = await call(who, 'POST', path, { reaction: pick(REACTIONS) });
      expectAllowed(who, wasIn, status, 'a reaction');
    },
    async unreact(who) {
      if (messages.length === 0) return;
      const reaction = encodeURIComponent(pick(REACTIONS));
      const path = `${jamId}/feed/${pick(messages)}/reactions/${reaction}`;
      const wasIn = who.isMember;
      expectAllowed(who, wasIn, (await call(who, 'DELETE', path)).status, 'taking back');
    },
    async cut({ client }) {
      client.cut();
    },
    async reconnect(who) {
      heardNothing(who);
      const wasIn = who.isMember;
      const refused = await who.client.connect(url());
      if (who.isLeaving || who.isRemoved) return;
      expect(refused, `seed ${seed}: entering`).toBe(wasIn ? null : 'not_found');
    },
    async leave(who) {
      if (who.isOwner) return;
      const wasIn = who.isMember;
      const { status } = await call(who, 'DELETE', `${jamId}/join`);
      expectAllowed(who, wasIn, status, 'leaving');
      if (status === 200) await settleOut(who);
    },
    async join(who) {
      heardNothing(who);
      if (who.isMember) return;
      // Whatever is told from here on may be theirs to hear.
      const { outSince } = who;
      who.outSince = null;
      const { status } = await call(who, 'POST', `code/${code}/join`, {});
      if (status === 200 && !who.isRemoved) who.isMember = true;
      else who.outSince ??= outSince;
      if (!who.isLeaving && !who.isRemoved) expect(status).toBe(200);
      if (status === 200) await doings.reconnect(who);
    },
    async remove(who) {
      const target = pick(actors.slice(1));
      if (!who.isOwner || target.isRemoved || removed >= MOST_REMOVED) return;
      removed += 1;
      target.isLeaving = true;
      const { status } = await call(who, 'DELETE', `${jamId}/members/${target.account.userId}`);
      expect([200, 404]).toContain(status);
      if (status === 200) {
        target.isRemoved = true;
        await settleOut(target);
      } else removed -= 1;
      target.isLeaving = false;
    },
  };

  await Promise.all(actors.map((who) => doings[who.isOwner ? 'reconnect' : 'join'](who)));
  const counts: Partial<Record<Operation, number>> = {};
  const running = new Set<Promise<void>>();
  const faults: unknown[] = [];
  for (let step = 0; step < steps && faults.length === 0; step++) {
    const free = actors.filter(({ isBusy }) => !isBusy);
    if (free.length === 0) {
      await Promise.race(running);
      step -= 1;
      continue;
    }
    const [who, operation] = [pick(free), pick(OPERATIONS)];
    counts[operation] = (counts[operation] ?? 0) + 1;
    who.isBusy = true;
    const doing = doings[operation](who)
      .catch((error: unknown) => faults.push(error))
      .then(() => {
        who.isBusy = false;
        running.delete(doing);
      });
    running.add(doing);
    if (random() < 0.5) await new Promise((resolve) => setTimeout(resolve, random() * 10));
  }
  await Promise.all(running);
  if (faults.length > 0) throw faults[0];

  await expectTold();
  return counts;

  async function expectTold(): Promise<void> {
    for (const who of actors) {
      if (who.isMember && !who.client.isIn) await doings.reconnect(who);
    }
    const events = await queries
      .selectFrom('jamEvents')
      .select(['number', 'kind', 'ref'])
      .where('jamId', '=', jamId)
      .orderBy('number')
      .execute();
    expect(events.map(({ number }) => number)).toEqual(events.map((_, at) => at + 1));
    const all = events.map(({ number, kind, ref }) => `${number} ${kind} ${ref}`);
    const holding = ({ client }: Actor) =>
      client.held.map(({ number, kind, ref }) => `${number} ${kind} ${ref}`);
    for (const who of actors) {
      const what = `seed ${seed}: what ${who.account.userId} holds`;
      if (who.isMember) await eventually(() => expect(holding(who), what).toEqual(all));
      else expect(holding(who), what).toEqual(all.slice(0, who.client.held.length));
      heardNothing(who);
    }
    const told = (kind: string) =>
      events
        .filter((one) => one.kind === kind)
        .map(({ ref }) => ref)
        .sort();
    const sent = actors.flatMap(({ commits }) => commits);
    const acknowledged = sent.filter(({ answer }) => answer).map(({ id }) => id);
    expect(told('rifff'), `seed ${seed}: rifffs`).toEqual(acknowledged.sort());
    // The house says who came and went, so there is more of it than what was said here.
    const spoken = told('message').filter((id) => said.includes(id));
    expect(spoken, `seed ${seed}: messages`).toEqual(messages.toSorted());
    for (const { client } of actors) client.cut();
  }
}
