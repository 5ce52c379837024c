import { sceneIs } from '../../../data/stores/scene.ts';
import '../../system/base.css';
import { beforeEach, describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { violations } from '../../../../tests/support/axe.ts';
import {
  type Asked,
  Hand,
  nothingAsked,
  PLACE_ID,
  PLACE_PX,
  RingsPage,
  wait,
} from '../../../../tests/support/ringsPage.tsx';
import { loopInSlot, playingSlot } from '../../../data/rules/draft/draft.ts';
import { slotStep } from '../../../data/rules/draft/history.ts';
import { touch } from '../../../data/stores/touch.ts';
import { layoutRings } from '../../../drawing/layout.ts';
import { rifffModel } from '../../../drawing/model.ts';

let asked: Asked;
beforeEach(() => {
  asked = nothingAsked();
  window.scrollTo(0, 0);
});

/** Radius at which a ring is surely hit. */
function radiusOf(slot: number): number {
  const layout = layoutRings(rifffModel(asked.rifff, 8).rings, PLACE_PX / 2);
  const ring = layout.rings.find((one) => one.slot === slot)!;
  return ring.outer - ring.amplitude * 0.4 - ring.pitch * 0.2;
}

/** The different keys of undo steps that were asked for. */
const keysAsked = () =>
  [...new Set(asked.edits.map((key) => JSON.stringify(key)))].map((key) => JSON.parse(key));
const names = () => asked.calls.map(([name]) => name);
const callsOf = (name: string) => asked.calls.filter(([one]) => one === name);
const isOn = (slot: number) => playingSlot(asked.rifff, slot)?.on;
const gainOf = (slot: number) => playingSlot(asked.rifff, slot)?.gain ?? Number.NaN;
const show = (props: { canPitch?: boolean; isPlain?: boolean } = {}) =>
  render(<RingsPage asked={asked} {...props} />);
const words = () =>
  [...document.querySelectorAll<HTMLElement>('[aria-hidden="true"]')]
    .filter((one) => one instanceof HTMLDivElement && !one.hidden)
    .map((one) => one.textContent);

for (const kind of ['mouse', 'touch'] as const) {
  describe(`by ${kind}`, () => {
    test('a tap mutes the nearest ring at once, and another one later unmutes it', async () => {
      await show();
      const hand = new Hand(kind);
      hand.tap(radiusOf(1), 0);
      expect([0, 1, 2, 3].map(isOn)).toEqual([true, false, true, true]);
      await wait(300);
      hand.tap(0, -radiusOf(1));
      expect(isOn(1)).toBe(true);
      expect(asked.solo).toBe(-1);
      expect(callsOf('firstTouch')).toHaveLength(1);
    });

    test('a second tap within 250 ms takes the mute back and solos, again ends the solo', async () => {
      await show();
      const hand = new Hand(kind);
      hand.tap(radiusOf(2), 0).tap(radiusOf(2) + 4, 3);
      expect([isOn(2), asked.solo]).toEqual([true, 2]);
      expect(keysAsked()).toEqual([slotStep(2, 'on')]);
      await wait(300);
      hand.tap(radiusOf(2), 0).tap(radiusOf(2), 0);
      expect([isOn(2), asked.solo]).toEqual([true, -1]);
    });

    test('dragging out is louder: live for the sound, once in the document', async () => {
      await show();
      const radius = radiusOf(2);
      const hand = new Hand(kind).down(0, -radius).move(0, -radius - 10);
      expect(touch).toMatchObject({ placeId: PLACE_ID, slot: 2, mode: 'gain', startGain: 1 });
      hand.move(0, -radius - 20);
      expect(touch.gain).toBeGreaterThan(1);
      expect(words().at(-1)).toMatch(/^\+\d\.\d dB$/);
      expect(asked.edits).toEqual([]);
      hand.up(0, -radius - 20);
      expect(callsOf('gain').length).toBe(2);
      expect(gainOf(2)).toBe(callsOf('gain').at(-1)?.[2]);
      expect(asked.edits).toEqual([slotStep(2, 'gain')]);
      expect(touch.mode).toBe(kind === 'mouse' ? 'hover' : 'none');
    });

    test('dragged far in a ring falls silent; the same way out it is back where it was', async () => {
      await show();
      const radius = radiusOf(3);
      new Hand(kind).drag([radius, 0], [-radius, 0], 20);
      expect(gainOf(3)).toBe(0);
      const before = asked.edits.length;
      new Hand(kind)
        .down(radius, 0)
        .move(radius - 30, 0)
        .move(radius, 0)
        .up(radius, 0);
      expect(asked.edits.length).toBe(before);
    });

    test('pulled off and dropped well outside or on the bin it is removed, else it returns', async () => {
      await show();
      const radius = radiusOf(3);
      new Hand(kind).drag([radius, 0], [PLACE_PX * 0.7, 0], 12);
      expect(callsOf('remove')).toEqual([]);
      expect(gainOf(3)).toBe(1);
      new Hand(kind).drag([radius, 0], [PLACE_PX * 0.85, 0], 12);
      expect(callsOf('remove')).toEqual([['remove', 3]]);
      const bin = document.querySelector('[data-bin]')!.getBoundingClientRect();
      const place = document
        .querySelector('[role="group"]')!
        .parentElement!.getBoundingClientRect();
      const toBin: [number, number] = [
        bin.x + bin.width / 2 - place.x - PLACE_PX / 2,
        bin.y + bin.height / 2 - place.y - PLACE_PX / 2,
      ];
      await wait(20);
      const hand = new Hand(kind)
        .down(0, radiusOf(2))
        .move(0, 240)
        .move(0, 262)
        .move(...toBin);
      expect(touch).toMatchObject({ mode: 'pull', slot: 2, isOverBin: true });
      expect(words().at(-1)).toBe('Let go to remove');
      hand.up(...toBin);
      expect(callsOf('remove').at(-1)).toEqual(['remove', 2]);
    });

    test('a flick clockwise swaps for the next loop, the other way for a random one', async () => {
      await show();
      await new Hand(kind).round(radiusOf(1), 0, 60, 100);
      await new Hand(kind).round(radiusOf(2), 0, -60, 100);
      expect(callsOf('swap')).toEqual([
        ['swap', 1, 'next'],
        ['swap', 2, 'random'],
      ]);
      expect(asked.edits).toEqual([]);
    });

    test('dragged round it changes pitch by semitones of 15°, where pitch can sound', async () => {
      await show({ canPitch: true });
      await new Hand(kind).round(radiusOf(1), 90, 165, 400);
      expect(playingSlot(asked.rifff, 1)?.pitchShiftSettings.shiftSemitones).toBe(5);
      expect(asked.edits).toEqual([slotStep(1, 'pitch')]);
    });

    test('dragged round slowly where pitch cannot sound it changes nothing', async () => {
      await show();
      await new Hand(kind).round(radiusOf(1), 90, 165, 400);
      expect(asked.edits).toEqual([]);
      expect(callsOf('swap')).toEqual([]);
    });

    test('held for half a second it opens the slot, where it was pressed', async () => {
      await show();
      const radius = radiusOf(1);
      const hand = new Hand(kind).down(radius, 0).move(radius + 2, 1);
      await wait(420);
      expect(names()).not.toContain('open');
      await wait(180);
      hand.up(radius + 2, 1);
      const [open] = callsOf('open');
      const box = document.querySelector('[role="group"]')!.parentElement!.getBoundingClientRect();
      expect(open?.slice(0, 2)).toEqual(['open', 1]);
      expect(open?.[2]).toBeCloseTo(box.left + PLACE_PX / 2 + radius, 0);
      expect(open?.[3]).toBeCloseTo(box.top + PLACE_PX / 2, 0);
      expect(isOn(1)).toBe(true);
    });

    test('Escape, a lost pointer and a ring that goes away end a drag without a trace', async () => {
      await show();
      const radius = radiusOf(1);
      const begin = () => new Hand(kind).down(radius, 0).move(radius + 20, 0);
      const escaped = begin();
      await userEvent.keyboard('{Escape}');
      escaped.move(radius + 40, 0).up(radius + 40, 0);
      expect(callsOf('gain').at(-1)).toEqual(['gain', 1, 1]);
      begin().cancel();
      expect(callsOf('gain').at(-1)).toEqual(['gain', 1, 1]);
      expect(asked.edits).toEqual([]);
      const orphaned = begin();
      asked.remove(1);
      await wait(20);
      orphaned.move(radius + 30, 0).up(radius + 30, 0);
      expect(asked.edits).toEqual([null]);
      expect(gainOf(1)).toBe(1);
      expect(['none', 'hover']).toContain(touch.mode);
    });
  });
}

describe('on a page that stalls', () => {
  test('a tap that waited behind the stall is a tap, and not a long press', async () => {
    await show();
    await wait(50);
    const release = new Hand('touch').down(radiusOf(1), 0).upLater(radiusOf(1), 0);
    const stalled = performance.now() + 700;
    while (performance.now() < stalled);
    // The long press is due by now; its timer has run before this one.
    await wait(1);
    release();
    await wait(100);
    expect(isOn(1)).toBe(false);
    expect(names()).not.toContain('open');
  });
});

describe('where pointers count', () => {
  test('a mouse whose release was lost drags no further', async () => {
    await show();
    const radius = radiusOf(1);
    new Hand('mouse').down(radius, 0).move(radius + 20, 0);
    // Another hand without a button: the same mouse, come back.
    new Hand('mouse').move(radius + 30, 0);
    expect(callsOf('gain').at(-1)).toEqual(['gain', 1, 1]);
    new Hand('mouse').move(radius + 40, 0);
    expect(asked.edits).toEqual([]);
    expect(touch.mode).toBe('hover');
  });

  test('the hole and the corners belong to the page, and only the rings keep it from scrolling', async () => {
    await show();
    const hand = new Hand('touch');
    const ring = hand.under(radiusOf(1), 0);
    expect(getComputedStyle(ring).touchAction).toBe('none');
    for (const [x, y] of [
      [0, 0],
      [PLACE_PX * 0.49, PLACE_PX * 0.49],
      [-PLACE_PX * 0.42, PLACE_PX * 0.42],
    ] as const) {
      expect(hand.under(x, y)).not.toBe(ring);
      expect(getComputedStyle(hand.under(x, y)).touchAction).toBe('auto');
    }
  });

  test('two fingers tap two rings', async () => {
    await show();
    const [first, second] = [new Hand('touch', 1), new Hand('touch', 2)];
    first.down(radiusOf(0), 0);
    second.down(-radiusOf(3), 0);
    first.up(radiusOf(0), 0);
    second.up(-radiusOf(3), 0);
    expect([0, 1, 2, 3].map(isOn)).toEqual([false, true, true, false]);
  });

  test('the right button and Android’s long press open the slot instead of the system’s menu', async () => {
    await show();
    expect(new Hand('mouse').menu(radiusOf(2), 0)).toBe(false);
    const finger = new Hand('touch').down(radiusOf(1), 0);
    expect(finger.menu(radiusOf(1), 0)).toBe(false);
    finger.up(radiusOf(1), 0);
    expect(callsOf('open').map((call) => call[1])).toEqual([2, 1]);
    expect(asked.edits).toEqual([]);
    expect(new Hand('mouse').menu(0, 0)).toBe(true);
  });

  test('the wheel scrolls the page, with Shift it is gain by half a decibel', async () => {
    await show();
    const mouse = new Hand('mouse');
    expect(mouse.wheel(radiusOf(1), 0, 100, false)).toBe(true);
    expect(asked.edits).toEqual([]);
    expect(mouse.wheel(radiusOf(1), 0, 100, true)).toBe(false);
    expect(gainOf(1)).toBeCloseTo(10 ** (-0.5 / 20), 3);
  });

  test('hovering names the ring for the drawing; leaving ends it', async () => {
    await show();
    new Hand('mouse').move(radiusOf(2), 0);
    expect(touch).toMatchObject({ placeId: PLACE_ID, slot: 2, mode: 'hover' });
    new Hand('mouse').under(radiusOf(2), 0).dispatchEvent(new PointerEvent('pointerleave'));
    expect(touch.mode).toBe('none');
  });

  test('for a listener, rings neither come off nor swap', async () => {
    await show({ isPlain: true });
    new Hand('mouse').drag([radiusOf(3), 0], [PLACE_PX * 0.9, 0], 12);
    await new Hand('mouse').round(radiusOf(1), 0, 60, 100);
    expect(asked.rifff.loops).toHaveLength(4);
    expect(gainOf(3)).toBe(2);
  });
});

describe('by keyboard and screen reader', () => {
  const ring = () => document.activeElement as HTMLElement;
  const text = () => ring().getAttribute('aria-valuetext');

  test('one tab stop; arrows go from ring to ring and round', async () => {
    await show();
    await userEvent.tab();
    expect(ring().getAttribute('role')).toBe('slider');
    expect(text()).toBe('Drums, Line 0, 0.0 dB, on');
    expect(ring().getAttribute('aria-label')).toBe('Ring 1 of 4');
    await userEvent.tab();
    expect(ring().textContent).toBe('Bin');
    await userEvent.tab({ shift: true });
    expect(text()).toBe('Drums, Line 0, 0.0 dB, on');
    await userEvent.keyboard('{ArrowRight}');
    expect(text()).toBe('Bass, Line 1, 0.0 dB, on');
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(text()).toBe('Vocals, Line 3, 0.0 dB, on');
    expect(callsOf('focus').at(-1)).toEqual(['focus', 3]);
    expect(words()).toContain('Vocals, Line 3, 0.0 dB, on');
    await userEvent.tab();
    expect(ring().textContent).toBe('Bin');
    expect(callsOf('focus').at(-1)).toEqual(['focus', -1]);
    await userEvent.tab({ shift: true });
    expect(text()).toBe('Vocals, Line 3, 0.0 dB, on');
  });

  test('up, down, page, Home, End and 0 are gain', async () => {
    await show();
    await userEvent.tab();
    const press = async (keys: string) => {
      await userEvent.keyboard(keys);
      return text()?.split(', ')[2];
    };
    expect(await press('{ArrowDown}')).toBe('−0.5 dB');
    expect(await press('{ArrowUp}{ArrowUp}')).toBe('+0.5 dB');
    expect(await press('{PageDown}')).toBe('−2.5 dB');
    expect(await press('{Home}')).toBe('silent');
    expect(Number(ring().getAttribute('aria-valuenow'))).toBe(-48);
    expect(await press('{End}')).toBe('+6.0 dB');
    expect(await press('0')).toBe('0.0 dB');
    expect(gainOf(0)).toBe(1);
    expect(keysAsked()).toEqual([slotStep(0, 'gain')]);
  });

  test('M, S, N, R, Enter and Delete', async () => {
    await show();
    await userEvent.tab();
    await userEvent.keyboard('m');
    expect(text()).toBe('Drums, Line 0, 0.0 dB, muted');
    await userEvent.keyboard('s');
    expect(text()).toBe('Drums, Line 0, 0.0 dB, solo');
    expect(asked.solo).toBe(0);
    await userEvent.keyboard('s');
    expect(asked.solo).toBe(-1);
    await userEvent.keyboard('nr{Enter}');
    expect(callsOf('swap')).toEqual([
      ['swap', 0, 'next'],
      ['swap', 0, 'random'],
    ]);
    expect(callsOf('open')[0]?.[1]).toBe(0);
    await userEvent.keyboard('{ArrowLeft}{Delete}');
    expect(loopInSlot(asked.rifff, 3)).toBeUndefined();
    expect(text()).toBe('Melody, Line 2, 0.0 dB, on');
  });

  test('[ and ] are semitones only where pitch can sound', async () => {
    const page = await show();
    await userEvent.tab();
    await userEvent.keyboard(']]');
    expect(asked.edits).toEqual([]);
    await page.rerender(<RingsPage asked={asked} canPitch />);
    await userEvent.keyboard(']]');
    expect(text()).toBe('Drums, Line 0, 0.0 dB, +2 semitones, on');
    await userEvent.keyboard('[[[[');
    expect(text()).toBe('Drums, Line 0, 0.0 dB, on');
  });

  test('keys go on where the mouse was, and show the focus only then', async () => {
    await show();
    new Hand('mouse').tap(radiusOf(2), 0);
    expect(text()).toBe('Melody, Line 2, 0.0 dB, on');
    await wait(30);
    expect(callsOf('focus').at(-1)).toEqual(['focus', -1]);
    await userEvent.keyboard('{ArrowDown}');
    expect(text()).toBe('Melody, Line 2, −0.5 dB, muted');
    expect(callsOf('focus').at(-1)).toEqual(['focus', 2]);
  });

  test('a screen reader’s click mutes', async () => {
    await show();
    document.querySelectorAll<HTMLElement>('[role="slider"]')[1]!.click();
    expect(isOn(1)).toBe(false);
  });

  test('axe finds nothing, with and without a focused ring', async () => {
    await show();
    expect(await violations()).toEqual([]);
    await userEvent.tab();
    expect(await violations()).toEqual([]);
  });

  test('without the scene, the focused ring is marked here', async () => {
    sceneIs('none');
    await show();
    await userEvent.tab();
    expect(document.querySelectorAll('svg circle')).toHaveLength(2);
    sceneIs('live');
    await expect.poll(() => document.querySelectorAll('svg circle').length).toBe(1);
    sceneIs('loading');
  });
});
