import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { ApiError } from '../../data/contract/errors.ts';
import { EntityForm, useEntityForm } from './EntityForm.tsx';
import { FormTextField } from './fields.tsx';

interface Values {
  word: string;
  password: string;
}

function Form({ send }: { send(values: Values): Promise<unknown> }) {
  const form = useEntityForm<Values>({ keptAs: 'test', start: { word: '', password: '' }, send });
  return (
    <EntityForm form={form} action="Send">
      <FormTextField<Values>
        name="word"
        label="Word"
        rule={(text) => text.length > 3 || 'Too short'}
      />
      <FormTextField<Values> name="password" label="Password" />
    </EntityForm>
  );
}

const show = (send: (values: Values) => Promise<unknown>) => render(<Form send={send} />);
const refuse = (message: string, validationErrors?: Record<string, string>) =>
  Promise.reject(new ApiError('bad_request', message, validationErrors && { validationErrors }));

afterEach(() => sessionStorage.clear());

test('what the server said of the last try goes when a field refuses the next', async () => {
  const page = await show(() => refuse('Too common'));
  const word = page.getByLabelText('Word');
  const send = page.getByRole('button', { name: 'Send' });
  await word.fill('password');
  await send.click();
  await expect.element(page.getByText('Too common')).toBeVisible();
  await expect.element(word).toHaveValue('password');
  await word.fill('abc');
  await send.click();
  await expect.element(page.getByText('Too short')).toBeVisible();
  await expect.element(page.getByText('Too common')).not.toBeInTheDocument();
});

test('an error of the server stands once, at its field, which has the focus', async () => {
  const page = await show(() => refuse('word: Taken', { word: 'Taken' }));
  const word = page.getByLabelText('Word');
  await word.fill('words');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.element(word).toHaveAccessibleDescription('Taken');
  await expect.element(word).toHaveFocus();
  expect(page.getByText('Taken').elements()).toHaveLength(1);
});

test('an error of a field that the form has not stands in the banner', async () => {
  const page = await show(() => refuse('colour: No such colour', { colour: 'No such colour' }));
  await page.getByLabelText('Word').fill('words');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.element(page.getByText('colour: No such colour')).toBeVisible();
});

test('a form is sent once at a time', async () => {
  const sent: Values[] = [];
  const arrival = Promise.withResolvers<void>();
  const page = await show((values) => {
    sent.push(values);
    return arrival.promise;
  });
  await page.getByLabelText('Word').fill('words');
  const send = page.getByRole('button', { name: 'Send' });
  await send.click();
  await expect.element(send).toHaveAttribute('aria-busy', 'true');
  (page.getByLabelText('Word').element() as HTMLInputElement).form?.requestSubmit();
  await send.click();
  arrival.resolve();
  await expect.element(send).toHaveAttribute('aria-busy', 'false');
  expect(sent).toEqual([{ word: 'words', password: '' }]);
});

test('what is typed outlives the page, passwords apart, until it was sent', async () => {
  let isThere = false;
  const send = () => (isThere ? Promise.resolve() : refuse('Not now'));
  const first = await show(send);
  await first.getByLabelText('Word').fill('words');
  await first.getByLabelText('Password').fill('secret');
  await first.unmount();
  const second = await show(send);
  await expect.element(second.getByLabelText('Word')).toHaveValue('words');
  await expect.element(second.getByLabelText('Password')).toHaveValue('');
  await second.getByRole('button', { name: 'Send' }).click();
  await expect.element(second.getByText('Not now')).toBeVisible();
  expect(sessionStorage).toHaveLength(1);
  isThere = true;
  await second.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => sessionStorage.length).toBe(0);
});
