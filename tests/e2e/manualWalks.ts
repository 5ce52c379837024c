/** How the screens are reached that the manual's pages for players tell of, and the walk of each page. */
import { expect } from '@playwright/test';
import { makeClub } from './clubCalls.ts';
import {
  backup,
  bundle,
  calls,
  classes,
  embed,
  install,
  law,
  moderate,
  sync,
} from './manualHostWalks.ts';
import { button, fullRoom, openTab, seeDialog, seeMenu, shared, type Walk } from './manualSteps.ts';
import { openRoom } from './marketPages.ts';
import { answerIn } from './roomPages.ts';
import { commit, post } from './sharingCalls.ts';

const making: Walk = async (guide) => {
  const page = await guide.open('/jam');
  const first = button(page, /^Begin with/).first();
  await first.waitFor();
  await guide.see(page, 'begin');
  await first.click();
  await button(page, /^Slot 1,/).waitFor();
  for (const [at, kind] of ['Drums', 'Melody', 'Percussion', 'Chords'].entries()) {
    await button(page, kind).first().click();
    await button(page, 'Add one at random').click();
    await button(page, new RegExp(`^Slot ${at + 2},`)).waitFor();
    await button(page, 'All').click();
  }
  await guide.see(page, 'loops');
  // Each loop begins to play when it comes.
  await button(page, 'Pause').click();
  await page.getByText(/ added, \d of 8/).waitFor({ state: 'hidden' });
  await guide.picture(page, 'making', { rifffs: 1 });
  await button(page, 'Search loops').click();
  await guide.see(page, 'loops');
  await button(page, 'Made here').click();
  await button(page, 'Make one').waitFor();
  await guide.see(page, 'loops-without-end');
  await guide.see(page, 'rings');
  await button(page, /^Slot 2,/).click();
  await button(page, 'Take out').waitFor();
  await guide.see(page, 'rings');
  await guide.picture(page, 'making-slot', { rifffs: 1, size: { height: 1016 } });
  await page.keyboard.press('Escape');
  for (const tab of ['Pads', 'Keys', 'Record', 'Files']) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await page.getByRole('tabpanel').getByRole('button').first().waitFor();
    await guide.see(page, 'sounds-of-your-own');
    if (tab === 'Keys') await guide.picture(page, 'making-keys', { rifffs: 1 });
  }
  await page.getByRole('tab', { name: 'Pads', exact: true }).click();
  await page.getByRole('tab', { name: 'Loops', exact: true }).click();
  await button(page, 'Library').click();
  await guide.see(page, 'tempo-and-key');
  await seeMenu(guide, page, 'More', 'tempo-and-key');
  await guide.see(page, 'keep-it');
  await seeDialog(guide, page, 'Drafts and last heard', 'keep-it');
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
  await page.getByText('I went the other way').waitFor();
  await guide.picture(page, 'jamming', { rifffs: 1, size: { height: 800 } });
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
  const wall = await guide.open(`/jam/${code}/stage?look=rose`);
  await guide.picture(wall, 'stage', { rifffs: 1, isMoving: true });
  const remote = await guide.open(`/jam/${code}/control`);
  await guide.see(remote, 'the-remote');
  await guide.picture(remote, 'stage-remote', { rifffs: 5, size: { height: 760 } });
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
  await seeDialog(guide, page, 'Make a club', 'make-a-club');
  const made = await makeClub(request, mia, { name: 'Night class', access: 'invite' });
  const at = `/clubs/${made.id}`;
  const description = 'We meet on Tuesdays and answer each other all week.';
  await post(request, mia, at, { description });
  for (const name of ['tom', 'ines']) {
    await post(request, guide.person(name), `/clubs/join/${made.code}`, {});
  }
  const slow = (await post(request, mia, `${at}/jams`, { name: 'Slow ones' })) as { jamId: string };
  const itemId = await answerIn(request, mia, made.channel, 3);
  await answerIn(request, guide.person('tom'), slow.jamId, 1);
  const best = (await post(request, mia, `${at}/playlists`, { name: 'Our best' })) as {
    playlist: { id: string };
  };
  const item = { jamId: made.channel, itemId };
  await post(request, mia, `${at}/playlists/${best.playlist.id}/items`, item);
  const club = await guide.open(`/club/${made.id}`, 'mia');
  await guide.see(club, 'in-a-club');
  await guide.picture(club, 'clubs', { rifffs: 3, size: { height: 840 } });
  await seeMenu(guide, club, 'More about the club', 'keep-order');
  await button(club, 'Edit').click();
  await guide.see(club, 'keep-order');
  await club.keyboard.press('Escape');
  const { playlist } = (await post(request, mia, '/playlists', { name: 'Sunday' })) as {
    playlist: { id: string };
  };
  const titles = ['Slow Train', 'Kettle', 'First Light', 'Long Way Round'];
  for (const [place, title] of titles.entries()) {
    const { jamId, rifffId } = await shared(guide, 'mia', place, title);
    await post(request, mia, `/playlists/${playlist.id}/items`, { jamId, itemId: rifffId });
  }
  const profile = await guide.open('/profile?tab=playlists', 'mia');
  await guide.see(profile, 'make-a-playlist');
  const list = await guide.open(`/playlist/${playlist.id}`, 'mia');
  await guide.see(list, 'make-a-playlist');
  await guide.picture(list, 'clubs-playlist', { rifffs: 4 });
  await seeMenu(guide, list, 'More', 'pass-it-on');
};

const collecting: Walk = async (guide) => {
  const { request } = guide;
  const mia = guide.person('mia');
  // The demo puts three on sale soon after the server is there, where no one else offers anything.
  const onSale = async () => {
    return (await (await request.get('/api/marketplace/tokens?listed=true')).json()).data.total;
  };
  await expect.poll(onSale, { timeout: 120_000 }).toBe(3);
  const roomId = await openRoom(request, mia, 'Open studio');
  await answerIn(request, mia, roomId, 3);
  const page = await guide.open('/market', 'tom');
  await guide.see(page, 'the-market');
  await guide.picture(page, 'collecting', { rifffs: 3, size: { height: 736 } });
  const one = await guide.open('/market', 'tom');
  await one.getByRole('link', { name: 'Walk Home' }).first().click();
  await one.getByRole('heading', { level: 1, name: 'Walk Home' }).waitFor();
  await guide.see(one, 'sell-and-buy');
  await guide.picture(one, 'collecting-one', { rifffs: 1 });
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
  await button(draft, 'Choose files').waitFor();
  await guide.see(draft, 'bring-sounds-in');
  const dialog = await seeDialog(guide, draft, 'Export', 'export');
  await guide.picture(draft, 'files-export', { part: dialog, size: { height: 900 } });
  const room = await fullRoom(guide);
  const jam = await guide.open(`/jams/${room.id}`, 'mia');
  await button(jam, 'More about the room').click();
  await guide.see(jam, 'take-a-jam-with-you');
  await jam.getByRole('menuitem', { name: 'Take this jam with you' }).click();
  await button(jam, 'Download the jam').waitFor();
  await guide.see(jam, 'take-a-jam-with-you');
};

const listening: Walk = async (guide) => {
  const { shareId } = await shared(guide, 'mia', 5, 'Blue Hours');
  const feed = await guide.open('/feed', 'tom');
  await guide.see(feed, 'feed-and-chart');
  await guide.see(await guide.open('/chart', 'tom'), 'feed-and-chart');
  const listen = await guide.open('/listen', 'tom');
  await guide.see(listen, 'the-radio');
  await guide.picture(listen, 'listening', { rifffs: 1 });
  await guide.see(await guide.open('/search?q=a', 'tom'), 'search');
  const rifff = await guide.open(`/rifff/${shareId}`, 'tom');
  await guide.see(rifff, 'the-page-of-a-rifff');
  await guide.picture(rifff, 'listening-rifff', { rifffs: 1 });
  const own = await guide.open(`/rifff/${shareId}`, 'mia');
  await guide.see(own, 'share');
  // What was shared already has its links there instead.
  await commit(guide.request, guide.person('mia'), 3);
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
    await openTab(page, tab);
    await guide.see(page, section);
  }
  await guide.see(page, 'leave');
  await guide.picture(page, 'account', { size: { height: 820 } });
  const other = await guide.open('/tom', 'mia');
  await guide.see(other, 'people-you-do-not-want-to-meet');
  await seeMenu(guide, other, /^More/, 'people-you-do-not-want-to-meet');
};

/** The walk of each page that has pictures, or names what is on the screen. */
export const WALKS: Readonly<Record<string, Walk>> = {
  'making.md': making,
  'jamming.md': jamming,
  'stage.md': stage,
  'arcade.md': arcade,
  'clubs.md': clubs,
  'classes.md': classes,
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
  'embed.md': embed,
};
