import { userEvent } from 'vitest/browser';

/**
 * A real click by the browser's driver: after it the page, and the frames that are in it by then, may start their
 * audio. One is enough for as long as the page is there.
 * @param scope the page that is to play
 */
export async function gesture(scope: Window = window): Promise<void> {
  if (scope.navigator.userActivation.hasBeenActive) return;
  const button = document.createElement('button');
  button.textContent = 'Listen';
  document.body.append(button);
  await userEvent.click(button);
  button.remove();
}
