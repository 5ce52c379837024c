import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { ApiError } from '../../../data/contract/errors.ts';
import { Trouble } from '../../system/Submit.tsx';
import { useFormMutation } from './useFormMutation.ts';

function Form() {
  const form = useForm({ defaultValues: { word: '' } });
  const { submit, trouble } = useFormMutation(form, {
    send: () => Promise.reject(new ApiError('bad_request', 'Too common')),
  });
  const { error } = form.getFieldState('word', form.formState);
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Trouble {...trouble} />
      <input
        aria-label="Word"
        {...form.register('word', { minLength: { value: 4, message: 'Too short' } })}
      />
      <p>{error?.message}</p>
      <button type="submit">Send</button>
    </form>
  );
}

test('what the server said of the last try goes when a field refuses the next', async () => {
  const page = await render(
    <QueryClientProvider client={new QueryClient()}>
      <Form />
    </QueryClientProvider>,
  );
  const word = page.getByLabelText('Word');
  const send = page.getByRole('button', { name: 'Send' });
  await word.fill('password');
  await send.click();
  await expect.element(page.getByText('Too common')).toBeVisible();
  await word.fill('abc');
  await send.click();
  await expect.element(page.getByText('Too short')).toBeVisible();
  await expect.element(page.getByText('Too common')).not.toBeInTheDocument();
});
