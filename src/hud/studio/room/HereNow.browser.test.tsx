import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Jam } from '../../../data/contract/jams.ts';
import type { Present } from '../../../data/contract/live.ts';
import { learnPerson } from '../../../data/stores/people.ts';
import { setPresence, setRoom } from '../../../data/stores/room.ts';
import { HereNow } from './HereNow.tsx';

const jam = { id: 'band1' } as Jam;
const one = (user: string, activity: Present['activity']): Present => ({
  user,
  displayName: user,
  activity,
  answers: null,
  isGuest: false,
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

for (const width of [1440, 390]) {
  test(`people have their pictures, and the name that they took a moment ago, ${width} wide`, async () => {
    await page.viewport(width, 844);
    setRoom(jam.id);
    const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
    tell(one('mia', 'here'));
    learnPerson('mia', 'mia', picture);
    await render(<HereNow jam={jam} />);
    const people = () => document.querySelector('[aria-label="Here now"]');
    await expect.poll(() => people()?.querySelector('img')?.src).toBe(picture);
    tell({ ...one('mia', 'here'), displayName: 'Mia by day' });
    await expect.poll(() => people()?.textContent).toContain('Mia by day');
    expect(people()?.querySelector('img')).not.toBeNull();
  });
}
