/** Commits and jams as journeys of keeping use them. */
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { carrySession, makePerson, type Person } from './accountPages.ts';
import { addLoops, openEditor } from './editorPage.ts';

/** The button that commits; its `data-commit` says how it stands. */
export const commitButton = (page: Page) => page.locator('[data-commit]');

/** Commits what is in the editor, and waits until it has left the draft. */
export async function commitIt(page: Page): Promise<void> {
  await commitButton(page).click();
  await expect(commitButton(page)).not.toHaveAttribute('data-commit', 'draft');
}

/** Waits until the server has what was committed. */
export async function arrived(page: Page): Promise<void> {
  await expect(commitButton(page)).toHaveAttribute('data-commit', 'committed');
}

/** Waits until the commit is known to be on its way still. */
export async function waiting(page: Page): Promise<void> {
  await expect(commitButton(page)).toHaveAttribute('data-commit', 'waiting');
}

/** Rifffs in the history of the jam on show, newest first. */
export const discs = (page: Page) =>
  page.getByRole('region', { name: 'History' }).getByRole('list').getByRole('button');

/** Brings the history of a jam to sight: in a narrow window it is in a sheet. */
export async function showHistory(page: Page): Promise<void> {
  const history = page.getByRole('region', { name: 'History' });
  const button = page.getByRole('button', { name: 'History', exact: true });
  await expect(history.or(button).first()).toBeVisible();
  if (!(await history.isVisible())) await button.click();
}

/** A new member on this device, with loops of the pool in the editor, by their places in the list. */
export async function memberInEditor(
  page: Page,
  request: APIRequestContext,
  ...loops: number[]
): Promise<Person> {
  const person = await makePerson(request);
  await carrySession(page.context(), person);
  await openEditor(page);
  await addLoops(page, ...loops);
  return person;
}

/** What the jam of a person holds, newest first. */
export async function rifffsOf(
  request: APIRequestContext,
  { name, authorization }: Pick<Person, 'name' | 'authorization'>,
): Promise<{ _id: string; parent: unknown; originalId?: string; userName: string }[]> {
  const answer = await request.get(`/api/jam/${name}/rifffs`, { headers: { authorization } });
  return (await answer.json()).data.rifffs;
}

/** Waits until the page says that a commit was refused. In a narrow window what waits has the place of the heading. */
export async function refused(page: Page): Promise<void> {
  await expect(page.getByText('Not sent').filter({ visible: true }).first()).toBeVisible();
}
