/** How the screens are reached that the pages of the manual tell of, page by page. */
import type { Page } from '@playwright/test';
import { makeClub } from './clubCalls.ts';
import type { Guide } from './manualGuide.ts';
import { openRoom } from './marketPages.ts';
import { answerIn, makeRoom } from './roomPages.ts';
import { commit, post, share } from './sharingCalls.ts';

type Walk = (guide: Guide) => Promise<void>;

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });

/** Opens a menu, sees what is in it, and closes it. */
async function seeMenu(guide: Guide, page: Page, name: string | RegExp, section: string) {
  await button(page, name).first().click();
  await page.getByRole('menuitem').first().waitFor();
  await guide.see(page, section);
  await page.keyboard.press('Escape');
}

/** Opens a dialog by a button and sees it. */
async function seeDialog(guide: Guide, page: Page, name: string | RegExp, section: string) {
  await button(page, name).first().click();
  await page.getByRole('dialog').last().waitFor();
  await guide.see(page, section);
}

/** A room by link with three rifffs of two people in it. */
async function fullRoom(guide: Guide) {
  const [mia, tom] = [guide.person('mia'), guide.person('tom')];
  const room = await makeRoom(guide.request, mia, 'Tuesday room');
  await post(guide.request, tom, `/jam/code/${room.code}/join`, {});
  const first = await answerIn(guide.request, mia, room.id, 1);
  const second = await answerIn(guide.request, tom, room.id, 2, first);
  await answerIn(guide.request, mia, room.id, 4, second);
  await post(guide.request, tom, `/jam/${room.id}/messages`, { message: 'More bass, please' });
  return room;
}

const making: Walk = async (guide) => {
  const page = await guide.open('/jam');
  const first = button(page, /^Begin with/).first();
  await first.waitFor();
  await guide.see(page, 'begin');
  await first.click();
  await button(page, /^Slot 1,/).waitFor();
  // A picture that stands still costs less to take.
  await button(page, 'Pause').click();
  for (let count = 2; count < 6; count++) {
    await button(page, 'Add one at random').click();
    await button(page, new RegExp(`^Slot ${count},`)).waitFor();
  }
  await guide.see(page, 'loops');
  await button(page, 'Search loops').click();
  await guide.see(page, 'loops');
  await button(page, 'Made here').click();
  await button(page, 'Make one').waitFor();
  await guide.see(page, 'loops-without-end');
  await guide.see(page, 'rings');
  await button(page, /^Slot 2,/).click();
  await guide.see(page, 'rings');
  await page.keyboard.press('Escape');
  for (const tab of ['Pads', 'Keys', 'Record', 'Files']) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await guide.see(page, 'sounds-of-your-own');
  }
  await page.getByRole('tab', { name: 'Pads', exact: true }).click();
  await page.getByRole('tab', { name: 'Loops', exact: true }).click();
  await button(page, 'Library').click();
  await guide.see(page, 'tempo-and-key');
  await button(page, 'More').last().click();
  await guide.see(page, 'tempo-and-key');
  await page.keyboard.press('Escape');
  await guide.see(page, 'keep-it');
  await button(page, 'Drafts and last heard').click();
  await guide.see(page, 'keep-it');
  await page.keyboard.press('Escape');
  await seeDialog(guide, page, 'Commit', 'keep-it');
};

const jamming: Walk = async (guide) => {
  const room = await fullRoom(guide);
  const lobby = await guide.open('/jams', 'mia');
  await guide.see(lobby, 'start-a-room');
  await seeDialog(guide, lobby, 'Start a room', 'start-a-room');
  const page = await guide.open(`/jams/${room.id}`, 'mia');
  await button(page, 'Answer').waitFor();
  await guide.see(page, 'answer');
  await seeDialog(guide, page, 'Invite', 'invite');
  await page.keyboard.press('Escape');
  await guide.see(page, 'talk-and-listen-together');
  await guide.see(page, 'the-house-band');
  await guide.see(page, 'history');
  await seeMenu(guide, page, 'More about the room', 'keep-order');
  await seeDialog(guide, page, /^\d members?$/, 'keep-order');
  const guest = await guide.open(`/jam/${room.code}`);
  await guide.see(guest, 'come-in');
};

const stage: Walk = async (guide) => {
  const room = await fullRoom(guide);
  const page = await guide.open(`/jams/${room.id}`, 'mia');
  await guide.see(page, 'make-a-stage');
  await seeDialog(guide, page, 'Invite', 'make-a-stage');
  const { code } = (await post(guide.request, guide.person('mia'), `/jam/${room.id}/codes`, {
    purpose: 'stage',
  })) as { code: string };
  await page.reload();
  await seeDialog(guide, page, 'Invite', 'the-remote');
  const remote = await guide.open(`/jam/${code}/control`);
  await guide.see(remote, 'the-remote');
  const looks = await guide.open('/looks', 'mia');
  await guide.see(looks, 'looks');
  const look = await guide.open('/looks/rose', 'mia');
  await guide.see(look, 'looks');
  const editing = await guide.open('/looks/new?from=rose', 'mia');
  await guide.see(editing, 'make-a-look');
  await guide.picture(editing, 'stage-look');
};

const arcade: Walk = async (guide) => {
  const page = await guide.open('/arcade');
  await guide.see(page, 'begin');
  await guide.see(page, 'collect');
  await guide.picture(page, 'arcade');
  await button(page, /^Sound explorer/).click();
  await button(page, 'Play').waitFor();
  await guide.see(page, 'begin');
  const board = await guide.open('/arcade/board');
  await guide.see(board, 'begin');
  await guide.see(board, 'the-mission-of-the-day');
  await guide.see(await guide.open('/arcade'), 'the-mission-of-the-day');
};

const clubs: Walk = async (guide) => {
  const { request } = guide;
  const mia = guide.person('mia');
  const page = await guide.open('/clubs', 'mia');
  await guide.see(page, 'make-a-club');
  await seeDialog(guide, page, 'Make a club', 'make-a-club');
  const made = await makeClub(request, mia, { name: 'Night class', access: 'invite' });
  await answerIn(request, mia, made.channel, 3);
  const club = await guide.open(`/club/${made.id}`, 'mia');
  await guide.see(club, 'in-a-club');
  await guide.picture(club, 'clubs');
  await seeMenu(guide, club, 'More about the club', 'keep-order');
  await button(club, 'Edit').click();
  await guide.see(club, 'keep-order');
  await club.keyboard.press('Escape');
  const { playlist } = (await post(request, mia, '/playlists', { name: 'Sunday' })) as {
    playlist: { id: string };
  };
  for (const at of [0, 5]) {
    const { jamId, rifffId: itemId } = await commit(request, mia, at);
    await post(request, mia, `/playlists/${playlist.id}/items`, { jamId, itemId });
  }
  const profile = await guide.open('/profile?tab=playlists', 'mia');
  await guide.see(profile, 'make-a-playlist');
  const list = await guide.open(`/playlist/${playlist.id}`, 'mia');
  await guide.see(list, 'make-a-playlist');
  await guide.picture(list, 'clubs-playlist');
  await seeMenu(guide, list, 'More', 'pass-it-on');
};

const collecting: Walk = async (guide) => {
  const { request } = guide;
  const mia = guide.person('mia');
  const roomId = await openRoom(request, mia, 'Open studio');
  await answerIn(request, mia, roomId, 3);
  const page = await guide.open('/market', 'tom');
  await guide.see(page, 'the-market');
  await guide.picture(page, 'collecting');
  const collect = await guide.open('/market?show=collect', 'tom');
  await guide.see(collect, 'collect-one');
  const wallet = await guide.open('/account?tab=wallet', 'tom');
  await guide.see(wallet, 'a-wallet');
  const plus = await guide.open('/plus', 'tom');
  await guide.see(plus, 'plus');
  await guide.see(await guide.open('/account?tab=plan', 'tom'), 'plus');
};

const files: Walk = async (guide) => {
  const page = await guide.open('/import', 'mia');
  await guide.see(page, 'bring-music-in');
  await guide.picture(page, 'files');
  const draft = await guide.open('/jam', 'mia');
  await button(draft, /^Begin with/)
    .first()
    .click();
  await draft.getByRole('tab', { name: 'Files', exact: true }).click();
  await guide.see(draft, 'bring-sounds-in');
  await seeDialog(guide, draft, 'Export', 'export');
  await guide.picture(draft, 'files-export');
  const room = await fullRoom(guide);
  const jam = await guide.open(`/jams/${room.id}`, 'mia');
  await button(jam, 'More about the room').click();
  await guide.see(jam, 'take-a-jam-with-you');
  await jam.getByRole('menuitem', { name: 'Take this jam with you' }).click();
  await button(jam, 'Download the jam').waitFor();
  await guide.see(jam, 'take-a-jam-with-you');
};

const listening: Walk = async (guide) => {
  const { request } = guide;
  const mia = guide.person('mia');
  const shareId = await share(request, mia, await commit(request, mia, 6), 'Blue hours');
  const feed = await guide.open('/feed', 'tom');
  await guide.see(feed, 'feed-and-chart');
  await guide.see(await guide.open('/chart', 'tom'), 'feed-and-chart');
  const listen = await guide.open('/listen', 'tom');
  await guide.see(listen, 'the-radio');
  await guide.picture(listen, 'listening');
  await guide.see(await guide.open('/search?q=a', 'tom'), 'search');
  const rifff = await guide.open(`/rifff/${shareId}`, 'tom');
  await guide.see(rifff, 'the-page-of-a-rifff');
  await guide.picture(rifff, 'listening-rifff');
  const own = await guide.open(`/rifff/${shareId}`, 'mia');
  await guide.see(own, 'share');
  const jam = await guide.open('/jams/me', 'mia');
  await seeDialog(guide, jam, 'Share', 'share');
};

const account: Walk = async (guide) => {
  await guide.see(await guide.open('/register'), 'sign-up');
  const login = await guide.open('/login');
  await guide.see(login, 'sign-in');
  const page = await guide.open('/account?tab=profile', 'mia');
  const tabs = [
    ['Profile', 'your-settings'],
    ['Settings', 'your-settings'],
    ['Notifications', 'notifications'],
    ['Devices', 'devices'],
    ['Blocked and hidden', 'people-you-do-not-want-to-meet'],
    ['Your data', 'your-data'],
  ] as const;
  for (const [tab, section] of tabs) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await page.getByRole('tabpanel').getByRole('heading').first().waitFor();
    await guide.see(page, section);
  }
  await guide.see(page, 'leave');
  await guide.picture(page, 'account');
  const other = await guide.open('/tom', 'mia');
  await guide.see(other, 'people-you-do-not-want-to-meet');
  await seeMenu(guide, other, /^More/, 'people-you-do-not-want-to-meet');
};

const install: Walk = async (guide) => {
  await guide.picture(await guide.open('/'), 'install');
};

const moderate: Walk = async (guide) => {
  const { request } = guide;
  const [mia, tom] = [guide.person('mia'), guide.person('tom')];
  const shareId = await share(request, mia, await commit(request, mia, 7), 'Wet Glass');
  const message = 'This is not theirs';
  await post(request, tom, `/rifff-feed/${shareId}/report`, { reason: 'spam', message });
  const page = await guide.open('/moderation', 'ines');
  await page.getByText(message).waitFor();
  await guide.see(page, 'reports');
  await guide.see(page, 'accounts');
  await guide.see(page, 'codes');
  await guide.picture(page, 'moderate');
  const rifff = await guide.open(`/rifff/${shareId}`, 'tom');
  await seeMenu(guide, rifff, 'More', 'what-people-can-do');
  const operate = await guide.open('/operate', 'ada');
  await guide.see(operate, 'the-server-itself');
  await seeMenu(guide, operate, 'Your account', 'the-server-itself');
};

const backup: Walk = async (guide) => {
  const page = await guide.open('/operate?tab=backups', 'ada');
  await button(page, 'Back up now').waitFor();
  await guide.see(page, 'every-night');
};

const law: Walk = async (guide) => {
  const page = await guide.open('/privacy');
  await guide.picture(page, 'law');
  await guide.see(page, 'texts-that-speak-in-your-name');
};

const calls: Walk = async (guide) => {
  await guide.picture(await guide.open('/api/docs'), 'calls');
};

const sync: Walk = async (guide) => {
  const page = await guide.open('/account?tab=devices', 'mia');
  await page.getByRole('tabpanel').getByRole('heading').first().waitFor();
  await guide.picture(page, 'sync');
};

const bundle: Walk = async (guide) => {
  await guide.picture(await guide.open('/import', 'mia'), 'bundle');
};

/** The walk of each page that has pictures, or names what is on the screen. */
export const WALKS: Readonly<Record<string, Walk>> = {
  'making.md': making,
  'jamming.md': jamming,
  'stage.md': stage,
  'arcade.md': arcade,
  'clubs.md': clubs,
  'collecting.md': collecting,
  'files.md': files,
  'listening.md': listening,
  'account.md': account,
  'install.md': install,
  'backup.md': backup,
  'moderate.md': moderate,
  'law.md': law,
  'calls.md': calls,
  'sync.md': sync,
  'bundle.md': bundle,
};
