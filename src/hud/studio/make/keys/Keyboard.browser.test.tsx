/** Fingers as the browser sees real ones (several touch points of the devtools' protocol) on the real engine. */
import '../../../system/base.css';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cdp, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { gesture } from '../../../../../tests/audio/gesture.ts';
import { createEngine } from '../../../../audio/engine/createEngine.ts';
import type { Engine } from '../../../../audio/engine/Engine.ts';
import type { Studio } from '../../../../audio/studio/Studio.ts';
import { keyboardRows } from '../../../../data/rules/instruments/scaleKeys.ts';
import { PadBank } from '../pads/PadBank.tsx';
import { Keyboard } from './Keyboard.tsx';

interface TouchPoint {
  readonly x: number;
  readonly y: number;
  readonly id: number;
}
interface Protocol {
  send(method: 'Input.dispatchTouchEvent', params: object): Promise<unknown>;
}

let engine: Engine;
let studio: Studio;
const held = () => [...studio.keys.held].flatMap((is, midi) => (is === 1 ? [midi] : []));

beforeEach(async () => {
  await gesture();
  engine = createEngine();
  studio = await engine.studio();
  // The context runs from here on, so that what is held shows at once.
  studio.keys.noteOn('first', 60, 0.5);
  await expect.poll(held).toEqual([60]);
  studio.keys.noteOff('first');
});
afterEach(async () => {
  // Refused where nothing is down any more.
  await touch('Cancel').catch(() => undefined);
  await engine.dispose();
});

const on = (source: string, midi: number) => studio.keys.noteOn(source, midi, 0.8);
const off = (source: string) => studio.keys.noteOff(source);
function Keys({ root = 0 }: { root?: number }) {
  return (
    <Keyboard
      rows={keyboardRows(root, 0, 4)}
      keys={{ current: new Set() }}
      hasKeys
      onNoteOn={on}
      onNoteOff={off}
    />
  );
}

/** Touches points of this frame: start and move name every finger that is down, end those that are lifted, or all. */
async function touch(type: 'Start' | 'Move' | 'End' | 'Cancel', ...touchPoints: TouchPoint[]) {
  const frame = window.frameElement!.getBoundingClientRect();
  await (cdp() as Protocol).send('Input.dispatchTouchEvent', {
    type: `touch${type}`,
    touchPoints: touchPoints.map(({ x, y, id }) => ({ x: x + frame.x, y: y + frame.y, id })),
  });
}
const at = (selector: string, id: number): TouchPoint => {
  const box = document.querySelector(selector)!.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, id };
};
const key = (midi: number, id: number) => at(`[data-note="${midi}"]`, id);

describe('fingers on the keys', () => {
  test('hold several notes, each until its own finger is lifted', async () => {
    await render(<Keys />);
    await touch('Start', key(60, 1));
    await touch('Start', key(60, 1), key(64, 2));
    await expect.poll(held).toEqual([60, 64]);
    await touch('End', key(60, 1));
    await expect.poll(held).toEqual([64]);
    await touch('Start', key(64, 2), key(67, 3));
    await expect.poll(held).toEqual([64, 67]);
    await touch('End');
    await expect.poll(held).toEqual([]);
  });

  test('slide from key to key: the note goes along, and off the keys it ends', async () => {
    await render(<Keys />);
    await touch('Start', key(60, 1), key(67, 2));
    await touch('Move', key(62, 1), key(67, 2));
    await expect.poll(held).toEqual([62, 67]);
    await touch('Move', key(64, 1), key(67, 2));
    await expect.poll(held).toEqual([64, 67]);
    await touch('Move', { x: 3, y: innerHeight - 3, id: 1 }, key(67, 2));
    await expect.poll(held).toEqual([67]);
    await touch('Move', key(65, 1), key(67, 2));
    await expect.poll(held).toEqual([65, 67]);
    await touch('End');
    await expect.poll(held).toEqual([]);
  });

  test('that the system takes away let go of their notes', async () => {
    await render(<Keys />);
    await touch('Start', key(60, 1), key(64, 2));
    await expect.poll(held).toEqual([60, 64]);
    await touch('Cancel');
    await expect.poll(held).toEqual([]);
  });

  test('let go when the window is left, and when the keys are', async () => {
    const page = await render(<Keys />);
    await touch('Start', key(60, 1), key(64, 2));
    await expect.poll(held).toEqual([60, 64]);
    window.dispatchEvent(new Event('blur'));
    expect(held()).toEqual([]);
    // They slide on, but what they left they play no more until they are put down again.
    await touch('Move', key(62, 1), key(65, 2));
    await touch('End');
    await touch('Start', key(65, 3));
    await expect.poll(held).toEqual([65]);
    await page.unmount();
    expect(held()).toEqual([]);
    await touch('End');
  });
});

test('fingers are taken to be lifted when the page is hidden', async () => {
  await render(<Keys />);
  await touch('Start', key(60, 1));
  await expect.poll(held).toEqual([60]);
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
  Reflect.deleteProperty(document, 'visibilityState');
  expect(held()).toEqual([]);
});

test('a key that is pressed by Enter is let go though its note became another meanwhile', async () => {
  const page = await render(<Keys />);
  const first = document.querySelector<HTMLElement>('[data-note="60"]')!;
  first.focus();
  await userEvent.keyboard('{Enter>}');
  expect(held()).toEqual([60]);
  await page.rerender(<Keys root={2} />);
  expect(held()).toEqual([]);
  await userEvent.keyboard('{/Enter}');
  expect(held()).toEqual([]);
});

test('pads are hit by several fingers in the same moment, and by one after the other', async () => {
  const hits: number[] = [];
  const hit = (pad: number) => void hits.push(pad);
  await render(<PadBank pads={{ current: [] }} selected={0} hasKeys onHit={hit} />);
  await touch(
    'Start',
    at('[data-code="A"]', 1),
    at('[data-code="S"]', 2),
    at('[data-code="F"]', 3),
  );
  await expect.poll(() => hits.toSorted()).toEqual([0, 1, 3]);
  await touch('End', at('[data-code="A"]', 1), at('[data-code="F"]', 3));
  await touch('Start', at('[data-code="S"]', 2), at('[data-code="G"]', 4));
  await expect.poll(() => hits.at(-1)).toBe(4);
  await touch('Cancel');
  expect(hits).toHaveLength(4);
});
