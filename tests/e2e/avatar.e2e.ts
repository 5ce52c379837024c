import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { memberAt } from './accountPages.ts';

/** Makes a PNG of one colour. */
const picture = (side: number, background: string) =>
  sharp({ create: { width: side, height: side, channels: 3, background } })
    .png()
    .toBuffer();

const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.locator('input[type="file"][accept*="image"]').setInputFiles({ name, mimeType, buffer });

/** The colour in the middle of a picture on the page. */
const middleOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((value) =>
      Math.round(value / 85),
    );
  });

const RED = [3, 0, 0];
const HEADER = 'header a[href="/account"] img';

test('a picture is chosen, seen in the header and the profile, and taken away', {
  tag: '@short',
}, async ({ page, request }) => {
  const person = await memberAt(page, request, '/account?tab=profile');
  const bio = page.getByLabel('Bio');
  const trouble = page.getByRole('region', { name: 'Picture' }).getByRole('alert');
  await bio.fill('Typed before the picture was chosen.');

  // A wrong file, a too big one and one that only says that it is a picture: told plainly, nothing lost.
  await choose(page, 'notes.txt', 'text/plain', Buffer.from('notes'));
  await expect(page.getByText('“notes.txt” is no picture of a kind')).toBeVisible();
  await choose(page, 'red.png', 'image/png', await picture(300, '#ff0000'));
  await expect(page.getByText(/is no picture of a kind/)).toHaveCount(0);
  await choose(page, 'big.png', 'image/png', Buffer.alloc(5 * 1024 * 1024 + 1, 1));
  await expect(page.getByText('“big.png” is larger than 5 MB.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use this one' })).toBeVisible();
  await expect.poll(() => middleOf(page, 'main img')).toEqual(RED);
  await choose(page, 'torn.png', 'image/png', Buffer.from('\x89PNG and then nothing'));
  await page.getByRole('button', { name: 'Use this one' }).click();
  await expect(trouble).toContainText('The file must be a JPEG, PNG, WebP, GIF or AVIF picture');
  await expect(page.locator(HEADER)).toHaveCount(0);
  await expect(bio).toHaveValue('Typed before the picture was chosen.');

  await choose(page, 'red.png', 'image/png', await picture(300, '#ff0000'));
  await expect(trouble).toBeEmpty();
  await page.getByRole('button', { name: 'Use this one' }).click();
  await expect(page.getByText('Your picture is there.')).toBeVisible();
  await expect.poll(() => middleOf(page, HEADER)).toEqual(RED);
  await expect(bio).toHaveValue('Typed before the picture was chosen.');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Your profile is saved.')).toBeVisible();
  await page.goto(`/${person.name}`);
  await expect(page.getByText('Typed before the picture was chosen.')).toBeVisible();
  await expect.poll(() => middleOf(page, 'main header img')).toEqual(RED);

  await page.goto('/account?tab=profile');
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await expect(page.getByText('Your picture is gone.')).toBeVisible();
  await expect(page.locator(HEADER)).toHaveCount(0);
  await page.goto(`/${person.name}`);
  await expect(page.getByRole('heading', { name: person.name })).toBeVisible();
  await expect(page.locator('main header img')).toHaveCount(0);
});
