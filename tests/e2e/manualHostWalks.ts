/** How the screens are reached that the manual's pages for teachers, for hosts and for tool makers tell of. */
import { kept } from './editorPage.ts';
import {
  button,
  fullRoom,
  openTab,
  seeAccountMenu,
  seeDialog,
  seeMenu,
  shared,
  type Walk,
} from './manualSteps.ts';
import { post } from './sharingCalls.ts';

export const classes: Walk = async (guide) => {
  const page = await guide.open('/classes', 'ada');
  await seeAccountMenu(guide, page, 'make-a-class');
  await button(page, 'Make a class').click();
  await page.getByLabel('Name of the class').fill('7b');
  await page.getByLabel('Pupils').fill('Ada\nBo');
  await guide.see(page, 'make-a-class');
  await button(page, 'Make the class').click();
  const cards = page.getByRole('list', { name: 'Cards' });
  await cards.waitFor();
  await guide.see(page, 'give-out-the-cards');
  await guide.picture(page, 'classes-cards', { part: cards });
  const [code = ''] = /[A-Z0-9]{4}(?:-[A-Z0-9]{4}){2}/.exec(await cards.innerText()) ?? [];
  await button(page, 'I have them').click();
  await guide.see(await guide.open('/login'), 'give-out-the-cards');
  const pupil = await guide.open('/card');
  await guide.see(pupil, 'give-out-the-cards');
  await pupil.getByRole('textbox', { name: 'Code of your card' }).fill(code);
  await button(pupil, 'Come in').click();
  await page.getByText('in Everyone').waitFor();
  await guide.see(page, 'in-the-lesson');
  await guide.picture(page, 'classes', { size: { height: 640 } });
  await button(page, 'Stop all sound').click();
  await button(page, 'Mute: Bo').click();
  await guide.see(page, 'in-the-lesson');
  for (const section of ['in-the-lesson', 'at-the-end-of-the-year']) {
    await seeMenu(guide, page, 'More about the class', section);
  }
  await seeMenu(guide, page, 'More about Bo', 'in-the-lesson');
  await seeMenu(guide, page, 'More about Bo', 'when-a-pupil-leaves');
  await button(page, 'More about Bo').click();
  await page.getByRole('menuitem', { name: 'An account of their own' }).click();
  await seeDialog(guide, page, 'Make the link', 'when-a-pupil-leaves');
  await page.getByRole('textbox', { name: 'Link' }).waitFor();
  await guide.see(page, 'when-a-pupil-leaves');
};

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
