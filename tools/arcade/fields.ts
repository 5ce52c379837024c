/** Fields to try the arcade on: that of the demo content, and fields by chance. */

import { everyonesLoops } from '../../packages/starter-content/manifest.ts';
import type { ArcadeField, FieldLoop } from '../../src/data/contract/arcade.ts';
import { LIBRARY_CATEGORIES } from '../../src/data/contract/categories.ts';
import type { StarterManifest } from '../../src/data/contract/library.ts';
import type { Rifff } from '../../src/data/contract/rifff.ts';
import { chooseField } from '../../src/data/rules/arcade/chooseField.ts';
import { fieldOf } from '../../src/data/rules/arcade/field.ts';
import { arrangedSlots } from '../../src/data/rules/arranging/arrange.ts';
import { planDemo } from '../../src/data/rules/demo/plan.ts';
import type { Chance } from '../../src/data/rules/draft/loopChoice.ts';
import { targetLufs } from '../../src/dsp/levels.ts';

/** The field that a new server with the demo content has on a day. */
export function demoField(manifest: StarterManifest, day: string, size: number): ArcadeField {
  const library = everyonesLoops(manifest).map(({ file: _, ...loop }) => ({
    ...loop,
    isLibraryLoop: true,
  }));
  const entries = planDemo({ loops: library, targetLufs }).flatMap(({ room, rifffs, shares }) =>
    shares.map(({ at, likes }) => {
      const { voices, key, userId } = rifffs[at]!;
      const { bps, barLength, root, scale } = key;
      const rifff: Rifff = {
        _id: `${room.key}-${at}`,
        created: 0,
        userName: userId,
        state: { bps, barLength, playback: arrangedSlots(voices) },
        loops: voices.map(({ loop }) => loop),
        root,
        scale,
      };
      const categories = voices.map(({ part }) => part).reverse();
      return { id: `${room.key}-${at}`, maker: userId, bps, categories, rifff, likes };
    }),
  );
  const liked = entries.sort((a, b) => b.likes.length - a.likes.length);
  return fieldOf(day, chooseField(liked, size, day));
}

const whole = (chance: Chance, below: number) => Math.floor(chance() * below);

/**
 * A field by chance, as people with other music would fill it: tempos from 60 to 200, every key, loops that were never
 * measured, rifffs of one loop.
 */
export function randomField(chance: Chance, rifffCount: number, day = '20260101'): ArcadeField {
  const bpsOf = () => (60 + whole(chance, 141)) / 60;
  const tonesOf = (): FieldLoop['tones'] => {
    if (chance() < 0.3) return null;
    if (chance() < 0.7) return { root: whole(chance, 12), scale: whole(chance, 18) };
    return Array.from({ length: 12 }, () => whole(chance, 200));
  };
  const makers = 1 + whole(chance, Math.max(1, rifffCount));
  const loops: FieldLoop[] = [];
  const rifffs = Array.from({ length: rifffCount }, (_, at) => {
    const bps = bpsOf();
    const count = 1 + whole(chance, 8);
    const ids = Array.from({ length: count }, () => {
      if (loops.length > 0 && chance() < 0.3) return loops[whole(chance, loops.length)]!.id;
      const id = `loop${loops.length}`;
      loops.push({
        id,
        category: chance() < 0.05 ? '?' : LIBRARY_CATEGORIES[whole(chance, 8)]!,
        bps: chance() < 0.8 ? bps : bpsOf(),
        tones: tonesOf(),
        bands: Array.from({ length: 4 }, () => whole(chance, 101)),
        maker: whole(chance, makers),
        isLibrary: chance() < 0.3,
      });
      return id;
    });
    return {
      id: `share${at}`,
      maker: whole(chance, makers),
      bps,
      barLength: 16,
      root: whole(chance, 12),
      scale: whole(chance, 18),
      loops: [...new Set(ids)],
    };
  });
  return { day, rifffs, loops };
}
