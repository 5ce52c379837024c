/** Rifffs of which something did not come in: they stand without it, and those that grew from them are not lost. */
import type { PlaybackSlot, Rifff } from '../../contract/rifff.ts';

/** What one jam has brought and lost, by ids alone. */
export class Lineage {
  private readonly loops = new Set<string>();
  private readonly parents = new Map<string, Rifff['parent']>();

  /** A loop is on the server. */
  hasLoop(id: string): void {
    this.loops.add(id);
  }

  /** A rifff was left out: what grew from it grew from its own parent. */
  lose({ _id, parent }: Rifff): void {
    this.parents.set(_id, parent ?? null);
  }

  private parentOf(rifff: Rifff): Rifff['parent'] {
    let { parent } = rifff;
    for (let steps = 0; parent && this.parents.has(parent.rifffId); steps++) {
      // A circle cannot stand in a tree; whoever wrote one gets a root.
      if (steps > this.parents.size) return null;
      parent = this.parents.get(parent.rifffId);
    }
    return parent;
  }

  private slotOf(place: PlaybackSlot): PlaybackSlot {
    const { current } = place.slot;
    if (!current || this.loops.has(current.currentLoop)) return place;
    return { ...place, slot: { ...place.slot, current: null, lostLoop: current.currentLoop } };
  }

  /** The rifff as it can be stored: slots whose loop did not come are empty. Null where nothing is left to play. */
  held(rifff: Rifff): Rifff | null {
    const playback = rifff.state.playback.map((place) => this.slotOf(place));
    const had = rifff.state.playback.some(({ slot }) => slot.current);
    if (had && !playback.some(({ slot }) => slot.current)) return null;
    const parent = this.parentOf(rifff);
    return {
      ...rifff,
      ...(parent !== undefined && { parent }),
      state: { ...rifff.state, playback },
    };
  }
}
