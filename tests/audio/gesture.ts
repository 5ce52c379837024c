import { userEvent } from 'vitest/browser';

/** A real click by the browser's driver: after it the page may start its audio. */
export async function gesture(): Promise<void> {
  const button = document.createElement('button');
  button.textContent = 'Listen';
  document.body.append(button);
  await userEvent.click(button);
  button.remove();
}
