import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { plainText, UserIdSchema } from '../../contract/fields.ts';
import { ShareTitleSchema } from '../../contract/jams.ts';
import type { Loop } from '../../contract/loop.ts';
import { isReservedName } from '../../contract/reservedNames.ts';
import { differingParts } from '../arranging/arrange.ts';
import { arrangementFaults } from '../arranging/arrangement.ts';
import { sameNotes } from '../draft/loopChoice.ts';
import { slotSpeed } from '../time/timing.ts';
import { planChannels } from './club.ts';
import { DEMO_PEOPLE } from './people.ts';
import { planDemo, ringsApart } from './plan.ts';
import { OPEN_ROOMS } from './rooms.ts';

const manifest = new URL('../../../../assets/starter/manifest.json', import.meta.url);
const { loops: all } = JSON.parse(readFileSync(manifest, 'utf8')) as { loops: Loop[] };
/** Without the collection that has to be bought. */
const loops = all.filter(({ family }) => family !== 'future-collection');
const TARGETS: Record<string, number> = { drums: -16, bass: -18, perc: -22, pads: -23, fx: -24 };
const library = { loops, targetLufs: (category: string) => TARGETS[category] ?? -20 };
const plan = planDemo(library);
const rifffs = plan.flatMap((jam) => jam.rifffs);
const UNPITCHED = ['drums', 'perc'];

describe('the plan of the demo content', () => {
  it('is the same every time', () => {
    expect(planDemo(library)).toEqual(plan);
  });

  it('begins every room as it says, and answers with one or two parts, or with mutes', () => {
    expect(plan.filter(({ name }) => name !== null)).toHaveLength(OPEN_ROOMS.length);
    for (const { room, rifffs: own } of plan) {
      const opening = OPEN_ROOMS.find(({ key }) => key === room.key)?.opening;
      if (opening) expect(own[0]!.voices.map(({ part }) => part)).toEqual(opening);
      for (const { parent, voices } of own) {
        if (!parent) continue;
        const jam = plan.find((one) => one.room.key === parent.jam)!;
        const before = jam.rifffs[parent.at]!.voices;
        const unswitched = voices.map((voice) => {
          const same = before.find(({ part }) => part === voice.part);
          return same ? { ...voice, isOn: same.isOn } : voice;
        });
        expect(differingParts(before, voices)).toBeGreaterThan(0);
        expect(differingParts(before, unswitched), room.key).toBeLessThanOrEqual(2);
      }
    }
  });

  it('holds nothing at fault, and nothing out of tempo or key', () => {
    const ofClub = planChannels(library).flatMap((channel) => channel.rifffs);
    expect(ofClub.length).toBeGreaterThan(40);
    for (const { voices, key } of [...rifffs, ...ofClub]) {
      expect(arrangementFaults(voices)).toEqual([]);
      const families = new Set<string | undefined>();
      const speeds = new Set<string>();
      for (const { loop, part, playbackRate } of voices) {
        const speed = slotSpeed(key.bps, loop.bps, playbackRate);
        speeds.add(speed.toFixed(9));
        if (UNPITCHED.includes(part)) continue;
        families.add(loop.family);
        // Pitch goes with speed: by whole semitones, within ten cents.
        const semitones = Math.round(12 * Math.log2(speed));
        expect(Math.abs(1200 * Math.log2(speed) - 100 * semitones)).toBeLessThan(10);
        const root = (loop.root! + semitones + 12) % 12;
        expect(sameNotes(key, { root, scale: loop.scale! })).toBe(true);
      }
      expect(speeds.size).toBe(1);
      expect(families.size).toBeLessThanOrEqual(1);
    }
  });

  it('has sparse rifffs and full ones, some without drums, with every part outside now and then', () => {
    const shared = plan.flatMap(({ rifffs: own, shares }) => shares.map(({ at }) => own[at]!));
    const on = shared.map(({ voices }) =>
      voices.filter(({ isOn }) => isOn).map(({ part }) => part),
    );
    const counts = on.map(({ length }) => length);
    expect(Math.min(...counts)).toBe(1);
    expect(Math.max(...counts)).toBeGreaterThanOrEqual(7);
    expect(counts.filter((count) => count <= 3).length).toBeGreaterThan(10);
    expect(counts.filter((count) => count >= 6).length).toBeGreaterThan(10);
    expect(on.filter((parts) => !parts.includes('drums')).length).toBeGreaterThan(15);
    const outside = Map.groupBy(on, (parts) => parts.at(-1));
    expect(outside.size).toBe(8);
    for (const own of outside.values()) expect(own.length).toBeLessThan(0.3 * on.length);
    // No two are drawn with the same rings.
    shared.forEach(({ voices }, at) => {
      const others = shared.slice(0, at).map((other) => ringsApart(other.voices, voices));
      expect(Math.min(8, ...others)).toBeGreaterThan(0);
    });
  });

  it('shows at least four tempos and keys on the first screen', () => {
    const newest = plan
      .flatMap(({ rifffs: own, shares }) => shares.map(({ at, agoMs }) => ({ ...own[at]!, agoMs })))
      .sort((a, b) => a.agoMs - b.agoMs)
      .slice(0, 12);
    expect(new Set(newest.map(({ key }) => key.bps)).size).toBeGreaterThanOrEqual(4);
    expect(new Set(newest.map(({ key }) => key.root)).size).toBeGreaterThanOrEqual(4);
  });

  it('has breakdowns, builds that bring the rhythm back, and most of the library in it', () => {
    const isOff = (voices: (typeof rifffs)[number]['voices']) => voices.some(({ isOn }) => !isOn);
    expect(rifffs.filter(({ voices }) => isOff(voices)).length).toBeGreaterThan(10);
    const builds = rifffs.filter(({ parent, voices }) => {
      const jam = plan.find(({ room }) => room.key === parent?.jam);
      const before = parent && jam?.rifffs[parent.at];
      return before && isOff(before.voices) && !isOff(voices);
    });
    expect(builds.length).toBeGreaterThan(5);
    const used = new Set(rifffs.flatMap(({ voices }) => voices.map(({ loop }) => loop._id)));
    expect(used.size).toBeGreaterThan(0.6 * loops.length);
  });

  it('is told in words that the calls would take', () => {
    for (const { userId, displayName, bio } of DEMO_PEOPLE) {
      expect(UserIdSchema.parse(userId)).toBe(userId);
      expect(isReservedName(userId)).toBe(true);
      expect(plainText(40).parse(displayName)).toMatch(/^Demo: /);
      expect(plainText(1000).parse(bio)).toContain('This server made this account');
    }
    const titles = plan.flatMap(({ shares }) => shares.map(({ title }) => title));
    for (const title of titles) expect(ShareTitleSchema.parse(title)).toBe(title);
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles.length).toBeGreaterThanOrEqual(55);
  });

  it('is empty without loops', () => {
    expect(planDemo({ ...library, loops: [] })).toEqual([]);
  });
});
