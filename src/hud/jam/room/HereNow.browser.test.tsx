import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Jam } from '../../../data/contract/jams.ts';
import type { Present } from '../../../data/contract/live.ts';
import { setPresence, setRoom } from '../../../data/stores/room.ts';
import { HereNow } from './HereNow.tsx';

const jam = { id: 'band1' } as Jam;
const one = (user: string, activity: Present['activity']): Present => ({
  ...{ user, displayName: user, activity, answers: null, isGuest: false },
});
const tell = (...here: Present[]) => setPresence({ isWhole: false, here, gone: [], count: 2 });
afterEach(() => setRoom(''));

for (const width of [1440, 390]) {
  test(`whoever records is shown first, as recording, ${width} wide`, async () => {
    await page.viewport(width, 844);
    setRoom(jam.id);
    tell(one('anna', 'here'), one('mia', 'editing'));
    await render(<HereNow jam={jam} />);
    const people = () => document.querySelector('[aria-label="Here now"]')?.textContent;
    await expect.poll(people).toMatch(/mia.*editing.*anna/);
    tell(one('mia', 'recording'));
    await expect.poll(people).toMatch(/mia.*recording an answer.*anna/);
    tell(one('mia', 'editing'));
    await expect.poll(people).not.toMatch('recording');
  });
}
