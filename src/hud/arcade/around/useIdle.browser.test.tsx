import { act } from 'react';
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
const pass = (sec: number) => act(async () => vi.advanceTimersByTime(1000 * sec));

test('a kiosk that nobody touches warns, goes on for whoever touches it, else begins anew', async () => {
  await render(<Kiosk />);
  await pass(29);
  expect(said()).toBe('busy');
  await pass(3);
  expect(Number(said())).toBeLessThan(10);
  await act(async () => window.dispatchEvent(new PointerEvent('pointerdown')));
  expect(said()).toBe('busy');
  await pass(31);
  expect(Number(said())).toBeGreaterThan(0);
  // A button of a gamepad is a touch too.
  pad.buttons[0]!.pressed = true;
  await pass(1);
  expect(said()).toBe('busy');
  pad.buttons[0]!.pressed = false;
  await pass(42);
  expect(resets.count).toBe(1);
  expect(said()).toBe('busy');
});
