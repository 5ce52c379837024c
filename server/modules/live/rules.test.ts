import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Activity, Present, RoomTransport } from '../../../src/data/contract/live.ts';
import { mergeParts } from '../../ports/fanOut/rooms.ts';
import { addressOf, isOwnOrigin } from './admission.ts';
import { Bucket, PeopleLimits } from './limits.ts';
import { comparePeople, doingOf, partOf, SHOWN, showPeople } from './presence.ts';
import { changeTransport } from './transport.ts';

const person = fc.record({
  user: fc.integer({ min: 0, max: 60 }).map((number) => `user${number}`),
  displayName: fc.constant('Somebody'),
  activity: fc.constantFrom('here', 'listening', 'editing', 'recording'),
  answers: fc.constantFrom(null, 'r1', 'r2'),
  isGuest: fc.constant(false),
}) as fc.Arbitrary<Present>;
const windows = fc.array(fc.array(person, { maxLength: 80 }), { maxLength: 4 });

describe('presence', () => {
  it('counts each person once, as the most active of their windows, whatever the node', () => {
    fc.assert(
      fc.property(windows, (nodes) => {
        const { people, count } = mergeParts(nodes.map(partOf));
        const all = nodes.flat();
        expect(count).toBe(new Set(all.map(({ user }) => user)).size);
        const rank = ['recording', 'editing', 'listening', 'here'];
        for (const { user, activity } of people.values()) {
          const own = all
            .filter((one) => one.user === user)
            .map((one) => rank.indexOf(one.activity));
          expect(rank.indexOf(activity)).toBe(Math.min(...own));
        }
      }),
    );
  });

  it('says of each what the most active window answers, in whatever order the nodes are heard', () => {
    fc.assert(
      fc.property(windows, (nodes) => {
        const there = mergeParts(nodes.map(partOf)).people;
        const back = mergeParts(nodes.toReversed().map(partOf)).people;
        expect(Object.fromEntries(back)).toEqual(Object.fromEntries(there));
        for (const one of there.values()) expect(nodes.flat()).toContainEqual(one);
      }),
    );
    const mia = { user: 'mia', displayName: 'Mia', isGuest: false };
    const doing = (activity: Activity, answers: string | null) =>
      doingOf({ activity, answers }, true);
    const says = (...all: ReturnType<typeof doingOf>[]) =>
      mergeParts([partOf(all.map((doing) => ({ ...mia, ...doing })))]).people.get('mia')?.answers;
    expect(says(doing('editing', 'r1'), doing('recording', 'r2'))).toBe('r2');
    expect(says(doing('editing', 'r1'), doing('recording', null))).toBeNull();
    expect(says(doing('editing', null), doing('editing', 'r1'))).toBe('r1');
    expect(says(doing('listening', 'r1'))).toBeNull();
    const listens = { activity: 'listening', answers: null };
    expect(doingOf({ activity: 'recording', answers: 'r1' }, false)).toEqual(listens);
  });

  it('shows all of a few, and of many at most 40, who do something', () => {
    fc.assert(
      fc.property(windows, (nodes) => {
        const { shown, count } = showPeople(nodes.map(partOf));
        if (count <= SHOWN) expect(shown.size).toBe(count);
        else {
          expect(shown.size).toBeLessThanOrEqual(SHOWN);
          expect([...shown.values()].some(({ activity }) => activity === 'here')).toBe(false);
        }
      }),
    );
  });

  it('tells changes that lead from one showing to the next', () => {
    fc.assert(
      fc.property(windows, windows, (first, second) => {
        const [before, after] = [
          showPeople(first.map(partOf)).shown,
          showPeople(second.map(partOf)).shown,
        ];
        const { here, gone } = comparePeople(before, after);
        const known = new Map(before);
        for (const one of here) known.set(one.user, one);
        for (const user of gone) known.delete(user);
        expect(Object.fromEntries(known)).toEqual(Object.fromEntries(after));
      }),
    );
  });
});

describe('transport', () => {
  const NOW = 1_800_000_000_000;
  const change = {
    mode: 'together',
    rifffId: null,
    isPlaying: true,
    atMs: NOW,
    phaseSec: 0,
  } as const;
  const led: RoomTransport = { ...change, host: 'mia', version: NOW - 60_000 };
  const tom = { userId: 'tom', isOwner: false };
  const move = (present: RoomTransport | null, who = tom, isHere = true, isHosted = false) =>
    changeTransport(present, { ...change, isHosted }, who, () => isHere, NOW);

  it('is the host’s while the host is there, and the owner’s always', () => {
    expect(() => move(led)).toThrow('Another person leads the room');
    expect(move(led, { ...tom, userId: 'mia' }, true, true).host).toBe('mia');
    expect(move(led, { ...tom, isOwner: true }, true, true).host).toBe('tom');
    expect(move(led, tom, false).host).toBeNull();
    expect(() => move({ ...led, version: NOW - 1000 }, tom, false)).toThrow();
    expect(move({ ...led, host: null }).host).toBeNull();
    expect(move({ ...led, mode: 'free' }).host).toBeNull();
  });

  it('grows with every change, also where the clock went back', () => {
    expect(move(null).version).toBe(NOW);
    expect(move({ ...led, host: null, version: NOW + 5000 }).version).toBe(NOW + 5001);
  });

  it('refuses a moment that is far from now', () => {
    const far = { ...change, atMs: NOW + 61_000, isHosted: false };
    expect(() => changeTransport(null, far, tom, () => true, NOW)).toThrow('another one');
  });
});

describe('who comes', () => {
  const from = (headers: Record<string, string>) =>
    ({ headers, socket: { remoteAddress: '10.0.0.1' } }) as never;

  it('has the address behind the proxies that are believed, and no other', () => {
    const forwarded = from({ 'x-forwarded-for': '6.6.6.6, 1.2.3.4' });
    expect([0, 1, 2, 3].map((hops) => addressOf(forwarded, hops))).toEqual([
      '10.0.0.1',
      '1.2.3.4',
      '6.6.6.6',
      '6.6.6.6',
    ]);
    expect(addressOf(from({}), 1)).toBe('10.0.0.1');
  });

  it('may be our own page, or no page', () => {
    const ask = (origin: string, publicUrl?: string) =>
      isOwnOrigin(from({ origin, host: 'localhost:4000' }), publicUrl);
    expect(isOwnOrigin(from({ host: 'a' }), undefined)).toBe(true);
    expect(ask('http://localhost:4000')).toBe(true);
    expect(ask('https://rondo.example', 'https://rondo.example')).toBe(true);
    for (const origin of ['null', 'https://evil.example', 'http://localhost:4001']) {
      expect(ask(origin, 'https://rondo.example')).toBe(false);
    }
  });

  it('says no more by more windows', () => {
    const people = new PeopleLimits();
    const [one, two, other] = ['mia', 'mia', 'tom'].map((name) => people.hold(name));
    const takenBy = (of: typeof one) =>
      Array.from({ length: 100 }, () => of!.limits.touch.take()).filter(Boolean).length;
    expect(takenBy(one)).toBeGreaterThanOrEqual(60);
    expect(takenBy(two)).toBeLessThan(5);
    expect(takenBy(other)).toBeGreaterThanOrEqual(60);
    one!.release();
    expect(takenBy(people.hold('mia'))).toBeLessThan(5);
    for (const held of [two, other]) held!.release();
    expect(takenBy(people.hold('tom'))).toBeGreaterThanOrEqual(60);
  });

  it('takes no more than flows', () => {
    const bucket = new Bucket(2, 3);
    const startMs = performance.now();
    const takes = (atMs: number) => bucket.take(startMs + atMs);
    expect([0, 0, 0, 0].map(takes)).toEqual([true, true, true, false]);
    expect([510, 510, 10_000, 10_000, 10_000, 10_000].map(takes)).toEqual([
      ...[true, false],
      ...[true, true, true, false],
    ]);
  });
});
