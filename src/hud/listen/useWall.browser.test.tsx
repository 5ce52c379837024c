import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useWall } from './useWall.ts';

/** A window that becomes full, and stops to be, when it is told to: a browser takes its time. */
function slowFullScreen() {
  let full: Element | null = null;
  vi.spyOn(document, 'fullscreenElement', 'get').mockImplementation(() => full);
  const change = (element: Element | null) => {
    full = element;
    document.dispatchEvent(new Event('fullscreenchange'));
  };
  let enter = () => {};
  vi.spyOn(document.documentElement, 'requestFullscreen').mockImplementation(
    () =>
      new Promise((resolve) => {
        enter = () => {
          change(document.documentElement);
          resolve();
        };
      }),
  );
  vi.spyOn(document, 'exitFullscreen').mockImplementation(async () => change(null));
  return { enter: () => enter(), leave: () => change(null) };
}

function Page() {
  const { isWall, setWall } = useWall();
  return (
    <button type="button" aria-pressed={isWall} onClick={() => setWall(!isWall)}>
      Wall
    </button>
  );
}
const wall = () => page.getByRole('button', { name: 'Wall' });

afterEach(() => vi.restoreAllMocks());

test('a wall that is left before the window is full stays left', async () => {
  const screen = slowFullScreen();
  await render(<Page />);
  await wall().click();
  await expect.element(wall()).toHaveAttribute('aria-pressed', 'true');
  await wall().click();
  await expect.element(wall()).toHaveAttribute('aria-pressed', 'false');
  screen.enter();
  await expect.poll(() => document.fullscreenElement).toBeNull();
  await expect.element(wall()).toHaveAttribute('aria-pressed', 'false');
});

test('a window that the browser takes out of full screen is no wall any more', async () => {
  const screen = slowFullScreen();
  await render(<Page />);
  await wall().click();
  screen.enter();
  await expect.element(wall()).toHaveAttribute('aria-pressed', 'true');
  screen.leave();
  await expect.element(wall()).toHaveAttribute('aria-pressed', 'false');
});
