/** How the screens are reached that the manual's pages for hosts and for tool makers tell of. */
import { kept } from './editorPage.ts';
import {
  button,
  fullRoom,
  openTab,
  seeAccountMenu,
  seeMenu,
  shared,
  type Walk,
} from './manualSteps.ts';
import { post } from './sharingCalls.ts';

export const install: Walk = async (guide) => {
  await guide.picture(await guide.open('/'), 'install', { rifffs: 1 });
};

export const moderate: Walk = async (guide) => {
  const { request } = guide;
  const { shareId } = await shared(guide, 'mia', 7, 'Paper Lantern');
  const message = 'The bass is out of a record that I know.';
  const tom = guide.person('tom');
  await post(request, tom, `/rifff-feed/${shareId}/report`, { reason: 'stolen', message });
  const page = await guide.open('/moderation', 'ines');
  await page.getByText(message).waitFor();
  await guide.see(page, 'reports');
  await seeAccountMenu(guide, page, 'reports');
  await guide.see(page, 'accounts');
  await guide.see(page, 'codes');
  await guide.picture(page, 'moderate');
  const rifff = await guide.open(`/rifff/${shareId}`, 'tom');
  await seeMenu(guide, rifff, 'More', 'what-people-can-do');
  const operate = await guide.open('/operate', 'ada');
  await guide.see(operate, 'the-server-itself');
  await seeAccountMenu(guide, operate, 'the-server-itself');
};

export const backup: Walk = async (guide) => {
  const page = await guide.open('/operate?tab=backups', 'ada');
  await button(page, 'Back up now').waitFor();
  await guide.see(page, 'every-night');
};

export const law: Walk = async (guide) => {
  const page = await guide.open('/privacy');
  await guide.picture(page, 'law');
  await guide.see(page, 'texts-that-speak-in-your-name');
};

export const calls: Walk = async (guide) => {
  await guide.picture(await guide.open('/api/docs'), 'calls');
};

export const sync: Walk = async (guide) => {
  const draft = await guide.open('/jam', 'mia');
  await button(draft, /^Begin with/)
    .first()
    .click();
  await kept(draft);
  const page = await guide.open('/account?tab=devices', 'mia');
  await openTab(page, 'Devices');
  await page.getByText('Synced', { exact: true }).waitFor();
  await page.getByText(/^[1-9]\d* drafts?$/).waitFor();
  await guide.picture(page, 'sync');
};

export const bundle: Walk = async (guide) => {
  const room = await fullRoom(guide);
  const page = await guide.open(`/jams/${room.id}`, 'mia');
  await button(page, 'More about the room').click();
  await page.getByRole('menuitem', { name: 'Take this jam with you' }).click();
  await button(page, 'Download the jam').waitFor();
  await guide.picture(page, 'bundle', { part: page.getByRole('dialog') });
};

export const embed: Walk = async (guide) => {
  const { shareId } = await shared(guide, 'mia', 1, 'Paper Boats');
  const page = await guide.open(`/embed/${shareId}`);
  await guide.picture(page, 'embed', { rifffs: 1, size: { width: 480, height: 480 } });
};
