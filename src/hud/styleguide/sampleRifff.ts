import type { Rifff } from '../../data/contract/rifff.ts';
import { addLoop, createDraft } from '../../data/rules/draft/draft.ts';
import { sampleRings } from './ringSheet.ts';

/** A rifff of so many rings that was never played: only its picture is wanted. */
export function sampleRifff(count: number): Rifff {
  return sampleRings(count, count).reduce(
    (rifff, { category, peaks }, at) =>
      addLoop(rifff, {
        _id: `sample${count}${at}`,
        name: category,
        creatorUserName: 'rondo',
        created: 0,
        startOffsetSamples: 0,
        barLength: 16,
        length16ths: 64,
        bps: 2,
        sampleRate: 48_000,
        category,
        peaks: btoa(String.fromCharCode(...peaks)),
      }),
    createDraft('rondo', 2, 0),
  );
}
