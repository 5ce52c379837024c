/** A room with people in it, for what measures its page: made and filled by calls, as pages make them. */
import { newId } from '../../src/data/rules/ids.ts';
import { openWire, type Wire } from '../rooms/wire.ts';

/** A person with an account that a bench made. */
export interface Member {
  readonly name: string;
  /** `token:password` of their session. */
  readonly credential: string;
}

/** A room on a server that a bench started. */
export interface BenchRoom {
  readonly url: string;
  readonly id: string;
  /** The first owns it, the others are members. */
  readonly members: readonly Member[];
  /** Ids of its rifffs, oldest first. */
  readonly rifffs: readonly string[];
}

const PASSWORD = 'Rings4Ever';

/** Calls the server as a member. @throws Error with what the server says */
async function post(url: string, path: string, body: object, as?: Member): Promise<unknown> {
  const answer = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(as && { authorization: `Bearer ${as.credential}` }),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json();
}

async function makeMember(url: string, name: string): Promise<Member> {
  const account = { username: name, email: `${name}@example.org` };
  const signUp = { ...account, password: PASSWORD, confirmPassword: PASSWORD };
  const { token, password } = (await post(url, '/signup', signUp)) as Record<string, string>;
  const member = { name, credential: `${token}:${password}` };
  await post(url, '/accounts/settings', { settings: { termsVersionAccepted: 1 } }, member);
  return member;
}

/** The rifff of the starter pack with so many loops, or the one that comes next to it. */
async function starterRifff(url: string, loops: number) {
  const answer = await fetch(`${url}/api/library/rifffs`);
  const { data } = (await answer.json()) as { data: { rifffs: { rifff: { loops: [] } }[] } };
  const off = ({ rifff }: (typeof data.rifffs)[0]) => Math.abs(rifff.loops.length - loops);
  return [...data.rifffs].sort((a, b) => off(a) - off(b))[0]!.rifff;
}

/**
 * Makes a room with so many people, rifffs that answer each other in turn, and messages.
 * @param loops of each rifff, as near as the starter pack has it
 */
export async function fillRoom(
  url: string,
  { people, rifffs, messages, loops }: Record<'people' | 'rifffs' | 'messages' | 'loops', number>,
): Promise<BenchRoom> {
  const members: Member[] = [];
  const stamp = Date.now().toString(36);
  for (let at = 0; at < people; at++) members.push(await makeMember(url, `b${stamp}${at}`));
  const [owner, ...others] = members as [Member, ...Member[]];
  const made = await post(url, '/jam', { name: 'Bench', access: 'link' }, owner);
  const { id } = (made as { data: { id: string } }).data;
  const invited = await post(url, `/jam/${id}/codes`, { purpose: 'join' }, owner);
  const { code } = (invited as { data: { code: string } }).data;
  for (const other of others) await post(url, `/jam/code/${code}/join`, {}, other);
  const rifff = await starterRifff(url, loops);
  const ids: string[] = [];
  for (let at = 0; at < rifffs; at++) {
    const parent = at === 0 ? null : { jamId: id, rifffId: ids.at(-1) };
    ids.push(newId());
    const body = { rifff: { ...rifff, _id: ids.at(-1), parent } };
    await post(url, `/jam/${id}/rifffs`, body, members[at % people]);
  }
  for (let at = 0; at < messages; at++) {
    const message = `What was said as number ${at + 1}, about as long as a line.`;
    await post(url, `/jam/${id}/messages`, { message }, members[at % people]);
  }
  return { url, id, members, rifffs: ids };
}

/** Touches of a person who turns a ring, in a second. */
const TOUCHES_PER_SEC = 5;

/**
 * Lets everybody but the owner into the room by wires alone: they are seen there, make something and touch rings.
 * @returns what takes them out again
 */
export async function letIn({ url, id, members, rifffs }: BenchRoom): Promise<() => void> {
  const rifffId = rifffs.at(-1);
  const wires: Wire[] = [];
  const timers: NodeJS.Timeout[] = [];
  for (const [at, { credential }] of members.slice(1).entries()) {
    const room = { jamId: id, credential };
    const wire = await openWire({ url, address: `10.1.0.${at + 1}`, room }, () => {});
    wire.send('activity', { jamId: id, activity: 'editing' });
    let turn = at / 2;
    const touch = () => {
      turn = (turn + 0.02) % 1;
      wire.send('touch', { jamId: id, rifffId, slot: at, turn, depth: 0.5 });
    };
    timers.push(setInterval(touch, 1000 / TOUCHES_PER_SEC));
    wires.push(wire);
  }
  return () => {
    for (const timer of timers) clearInterval(timer);
    for (const wire of wires) wire.close();
  };
}
