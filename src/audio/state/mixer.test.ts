import { expect, test } from 'vitest';
import { impulse, makeLoop, makeRifff } from '../../../tests/audio/loops.ts';
import { toggleMute } from '../../data/rules/draft/draft.ts';
import { mixer, mutedTracks } from './mixer.ts';

test('there are nine mute tracks: eight slots by their document, and the live input', () => {
  const loops = [1, 2].map(() => makeLoop({ sound: impulse(), length16ths: 1 }));
  const rifff = toggleMute(makeRifff(loops), 1);
  const none = new Array<boolean>(9).fill(false);
  expect(mutedTracks(null, mixer)).toEqual(none);
  expect(mutedTracks(rifff, mixer)).toEqual(none.with(1, true));
  expect(mutedTracks(rifff, { ...mixer, isInputMuted: true })).toEqual(
    none.with(1, true).with(8, true),
  );
});
