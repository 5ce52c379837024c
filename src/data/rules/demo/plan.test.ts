import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { plainText, UserIdSchema } from '../../contract/fields.ts';
import { ShareTitleSchema } from '../../contract/jams.ts';
import type { Loop } from '../../contract/loop.ts';
import { isReservedName } from '../../contract/reservedNames.ts';
import { differingParts } from '../arrange.ts';
import { arrangementFaults } from '../arrangement.ts';
import { sameNotes } from '../loopChoice.ts';
import { slotSpeed } from '../timing.ts';
import { DEMO_PEOPLE } from './people.ts';
import { planDemo } from './plan.ts';

const manifest = new URL('../../../../assets/starter/manifest.json', import.meta.url);
const { loops } = JSON.parse(readFileSync(manifest, 'utf8')) as { loops: Loop[] };
const TARGETS: Record<string, number> = { drums: -16, bass: -18, perc: -22, pads: -23, fx: -24 };
const library = { loops, targetLufs: (category: string) => TARGETS[category] ?? -20 };
const plan = planDemo(library);
const rifffs = plan.flatMap((jam) => jam.rifffs);
const UNPITCHED = ['drums', 'perc'];

describe('the plan of the demo content', () => {
  it('is the same every time', () => {
    expect(planDemo(library)).toEqual(plan);
  });

  it('begins every room with drums and bass, and answers with one or two parts, or with mutes', () => {
    for (const { room, name, rifffs: own } of plan) {
      if (name !== null) expect(own[0]!.voices.map(({ part }) => part)).toEqual(['bass', 'drums']);
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
    for (const { voices, key } of rifffs) {
      expect(arrangementFaults(voices)).toEqual([]);
      const families = new Set<string | undefined>();
      for (const { loop, part, playbackRate } of voices) {
        expect(slotSpeed(key.bps, loop.bps, playbackRate)).toBeCloseTo(1, 9);
        if (UNPITCHED.includes(part)) continue;
        families.add(loop.family);
        expect(sameNotes(key, { root: loop.root!, scale: loop.scale! })).toBe(true);
      }
      expect(families.size).toBe(1);
    }
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
