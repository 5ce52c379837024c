import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { rifffOf } from '../../../../tests/support/rifffOf.ts';
import { setPresence } from '../../../data/stores/room.ts';
import { addRoomTouch } from '../../../data/stores/roomTouches.ts';
import { layoutRings } from '../../../drawing/layout.ts';
import { rifffModel } from '../../../drawing/model.ts';
import { TouchNames } from './TouchNames.tsx';

const layout = layoutRings(rifffModel(rifffOf(3), 4).rings, 200);
const here = (...users: string[]) =>
  setPresence({
    isWhole: true,
    here: users.map((user) => ({
      user,
      displayName: user,
      activity: 'listening',
      answers: null,
      isGuest: false,
    })),
    gone: [],
    count: users.length,
  });
afterEach(() => here());
const letters = () =>
  [...document.querySelectorAll('[data-user]')].map(({ textContent }) => textContent).sort();

test('who touches a ring of the rifff on show has a letter there, and nobody else', async () => {
  here('mira', 'oduya', 'ilse');
  await render(<TouchNames rifffId="r1" layout={layout} />);
  const touch = { slot: 1, turn: 0.25, depth: 0.5 };
  addRoomTouch({ ...touch, user: 'mira', rifffId: 'r1' });
  addRoomTouch({ ...touch, user: 'mira', rifffId: 'r1', turn: 0.5 });
  addRoomTouch({ ...touch, user: 'oduya', rifffId: 'r1', slot: 2 });
  addRoomTouch({ ...touch, user: 'ilse', rifffId: 'r0' });
  addRoomTouch({ ...touch, user: 'unknown', rifffId: 'r1' });
  // Long ago: gone at once.
  addRoomTouch({ ...touch, user: 'ilse', rifffId: 'r1' }, performance.now() - 60_000);
  await expect.poll(letters).toEqual(['M', 'O']);
  here('oduya');
  await expect.poll(letters).toEqual(['O']);
});
