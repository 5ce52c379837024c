/** A room with a history of branches and people, the same for the same seed. */
import { LIBRARY_CATEGORIES } from '../../src/data/contract/categories.ts';
import type { RoomData, RoomNode } from '../../src/drawing/jam/room.ts';
import type { RifffModel } from '../../src/drawing/model.ts';
import { musicalRing, referenceRifff, seeded } from '../gpu/musicalPeaks.ts';

/** A rifff of one to eight rings. */
export function sampleModel(id: string, seed: number): RifffModel {
  const random = seeded(seed);
  const count = 1 + Math.floor(random() * 8);
  const first = Math.floor(random() * LIBRARY_CATEGORIES.length);
  const rings = Array.from({ length: count }, (_, at) =>
    musicalRing(at, LIBRARY_CATEGORIES[(first + at * 3) % LIBRARY_CATEGORIES.length]!, {
      gain: 0.6 + random() * 0.8,
    }),
  );
  return { id, rings };
}

/** `count` rifffs, the newest of them the one of the reference pictures (`reference`), and six people. */
export function sampleRoom(count = 24, seed = 1): { data: RoomData; current: RifffModel } {
  const random = seeded(seed);
  const current = referenceRifff();
  const history: RoomNode[] = [];
  for (let at = 0; at < count; at++) {
    const back = random() < 0.25 ? 1 + Math.floor(random() * 4) : 1;
    const id = at === count - 1 ? current.id : `rifff-${at}`;
    history.push({
      id,
      parentId: history[Math.max(0, at - back)]?.id ?? null,
      created: 1_700_000_000_000 + at * 150_000,
      model: at === count - 1 ? current : sampleModel(id, seed * 100 + at),
    });
  }
  const people = ['mira', 'oduya', 'ilse', 'juno-b', 'tomasz_k', 'hexe'].map((user, at) => ({
    user,
    isMaking: at < 2,
  }));
  return { data: { history, people }, current };
}
