import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gesture } from '../../../tests/audio/gesture.ts';
import { health } from '../state/health.ts';
import { createContext } from './audioContext.ts';
import { SoundCard } from './soundCard.ts';

let context: AudioContext;
let card: SoundCard;
let isNeeded = false;

/** The browser hides the page, or shows it. */
function setHidden(isHidden: boolean): void {
  Object.defineProperty(document, 'visibilityState', {
    configurable: true,
    get: () => (isHidden ? 'hidden' : 'visible'),
  });
  document.dispatchEvent(new Event('visibilitychange'));
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

beforeEach(async () => {
  await gesture();
  isNeeded = false;
  context = createContext();
  card = new SoundCard(context);
  card.isNeeded = () => isNeeded;
  await card.resume();
});
afterEach(async () => {
  Reflect.deleteProperty(document, 'visibilityState');
  await card.dispose();
});

describe('a hidden page', () => {
  it('suspends the context when nothing plays, and runs again when it is shown', async () => {
    expect(context.state).toBe('running');
    setHidden(true);
    await expect.poll(() => context.state).toBe('suspended');
    setHidden(false);
    await expect.poll(() => context.state).toBe('running');
  });

  it('never stops a listener; it rests when the music has ended', async () => {
    isNeeded = true;
    setHidden(true);
    await wait(150);
    expect(context.state).toBe('running');
    isNeeded = false;
    card.rest();
    await expect.poll(() => context.state).toBe('suspended');
  });

  it('is not a page in view: that one keeps running while it is idle', async () => {
    card.rest();
    await wait(150);
    expect(context.state).toBe('running');
  });
});

describe('an interruption', () => {
  it('by the system ends with the music going on by itself', async () => {
    isNeeded = true;
    await context.suspend();
    await expect.poll(() => context.state).toBe('running');
  });

  it('that is called so is told, asked to end while music is needed, and left alone otherwise', async () => {
    // Safari's state during a call; Chromium has no way into it.
    let state: AudioContextState = 'interrupted' as AudioContextState;
    Object.defineProperty(context, 'state', { configurable: true, get: () => state });
    let resumed = 0;
    Object.defineProperty(context, 'resume', {
      value: async () => {
        resumed += 1;
        state = 'running';
      },
    });
    context.dispatchEvent(new Event('statechange'));
    expect(health.state).toBe('interrupted');
    expect(resumed).toBe(0);
    isNeeded = true;
    context.dispatchEvent(new Event('statechange'));
    expect(resumed).toBe(1);
    Reflect.deleteProperty(context, 'state');
  });
});
