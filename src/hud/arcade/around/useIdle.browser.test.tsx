import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { useIdle } from './useIdle.ts';

const resets = { count: 0 };

function Kiosk() {
  const left = useIdle('choose', () => {
    resets.count += 1;
  });
  return <output>{left === null ? 'busy' : left}</output>;
}

const pad = { connected: true, axes: [0, 0], buttons: [{ pressed: false }] };
const own = navigator.getGamepads;

beforeEach(() => {
  resets.count = 0;
  pad.buttons[0]!.pressed = false;
  navigator.getGamepads = () => [pad as unknown as Gamepad];
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
  navigator.getGamepads = own;
});

const said = () => document.querySelector('output')?.textContent;
const pass = (sec: number) => vi.advanceTimersByTime(1000 * sec);
const seconds = () => Number(said());

test('a kiosk that nobody touches warns, goes on for whoever touches it, else begins anew', async () => {
  await render(<Kiosk />);
  pass(29);
  await expect.poll(said).toBe('busy');
  pass(3);
  await expect.poll(seconds).toBeLessThan(10);
  window.dispatchEvent(new PointerEvent('pointerdown'));
  await expect.poll(said).toBe('busy');
  pass(31);
  await expect.poll(seconds).toBeGreaterThan(0);
  // A button of a gamepad is a touch too.
  pad.buttons[0]!.pressed = true;
  pass(1);
  await expect.poll(said).toBe('busy');
  pad.buttons[0]!.pressed = false;
  expect(resets.count).toBe(0);
  pass(42);
  expect(resets.count).toBe(1);
  await expect.poll(said).toBe('busy');
});
