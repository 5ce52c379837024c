import { describe, expect, it } from 'vitest';
import { rms, toDb, worstBend } from '../../../../../tests/audio/offline.ts';
import { centsOff } from '../../../../../tests/audio/tuning.ts';
import { addNote, emptyPhrase, type Phrase } from '../../../../data/rules/instruments/phrase.ts';
import { noteHz } from '../../../../data/rules/instruments/scaleKeys.ts';
import { loopFrames } from '../../../../data/rules/time/timing.ts';
import { targetLufs } from '../../../../dsp/levels.ts';
import { loopLoudness } from '../../../../dsp/loudness.ts';
import { FIRST_SETTINGS, PATCH_NAMES, type PatchId } from '../../../state/play.ts';
import { PATCHES } from './patches.ts';
import { renderPhrase, Synth } from './synth.ts';
import { Voice } from './voice.ts';

const RATE = 48_000;

const phraseOf = (...notes: readonly [midi: number, start: number, length: number][]): Phrase =>
  notes.reduce(
    (made, [midi, start16ths, length16ths]) =>
      addNote(made, { midi, start16ths, length16ths, velocity: 0.8, pass: 0 }),
    { ...emptyPhrase(1, 16), quantise: 0 } as Phrase,
  );

const render = (id: PatchId, phrase: Phrase, bps = 2) =>
  renderPhrase(phrase, PATCHES[id], FIRST_SETTINGS[id], bps);

/** A held note of a patch, its filter wide open, both channels summed. */
async function heldNote(id: PatchId, midi: number, sec: number): Promise<Float32Array> {
  const context = new OfflineAudioContext(2, sec * RATE, RATE);
  const settings = { ...FIRST_SETTINGS[id], cutoffHz: 12_000, decaySec: 4, attackSec: 0.005 };
  const patch = { ...PATCHES[id], sustain: 1 };
  new Voice(context, context.destination, patch, settings, { midi, velocity: 1, atSec: 0 });
  const rendered = await context.startRendering();
  const right = rendered.getChannelData(1);
  return rendered.getChannelData(0).map((sample, n) => sample + right[n]!);
}

describe('the patches', () => {
  for (const { id } of PATCH_NAMES) {
    it(`${id} is in tune within 3 cents, low and high`, async () => {
      for (const midi of [57, 69, 81]) {
        const wave = (await heldNote(id, midi, 1.5)).subarray(0.1 * RATE, 1.4 * RATE);
        expect(Math.abs(centsOff(wave, noteHz(midi), RATE))).toBeLessThan(3);
      }
    });

    it(`${id} lies at the level of the library's loops of its kind`, async () => {
      const { category } = PATCH_NAMES.find((one) => one.id === id)!;
      const low = id === 'bass' ? 36 : id === 'pad' ? 48 : 60;
      const line = [0, 2, 4, 6, 8, 10, 12, 14].map(
        (start, at) => [low + [0, 7, 5, 3, 0, 10, 7, 12][at]!, start, 1.8] as const,
      );
      const chords = [0, 8].flatMap((start) =>
        [0, 3, 7].map((step) => [low + step + start / 2, start, 8] as const),
      );
      const phrase = phraseOf(...((id === 'pad' ? chords : line) as [number, number, number][]));
      const { channels } = await render(id, phrase);
      const measured = loopLoudness(channels, RATE);
      expect(Math.abs(measured - targetLufs(category)), `${measured} LUFS`).toBeLessThan(1.5);
    });
  }
});

describe('a loop of a phrase', () => {
  it('has exactly the frames of its length at any tempo', async () => {
    for (const bps of [2, 93.7 / 60, 174.3 / 60]) {
      const { channels } = await render('pluck', phraseOf([60, 0, 2], [67, 13.3, 4]), bps);
      expect(channels).toHaveLength(2);
      for (const channel of channels) expect(channel).toHaveLength(loopFrames(16, bps, RATE));
    }
  });

  it('begins each note on its frame', async () => {
    const bps = 93.7 / 60;
    const frames = loopFrames(16, bps, RATE);
    const { channels } = await render('pluck', phraseOf([72, 3, 0.5], [72, 11, 0.5]), bps);
    for (const step of [3, 11]) {
      const at = Math.round((step * frames) / 16);
      const onset = channels[0]!.subarray(at, at + 480).findIndex((x) => Math.abs(x) > 1e-5);
      expect(onset).toBeGreaterThanOrEqual(0);
      expect(onset).toBeLessThanOrEqual(8);
      expect(Math.abs(channels[0]![at - 1]!)).toBeLessThan(1e-3);
    }
  });

  it('goes round without a click: a note over the seam bends there no more than elsewhere', async () => {
    const { channels } = await render('pad', phraseOf([60, 12, 12]));
    const wave = channels[0]!;
    const twice = new Float32Array([...wave, ...wave]);
    const seam = worstBend(twice, wave.length - 4, wave.length + 4);
    const elsewhere = worstBend(twice, 2000, wave.length - 2000);
    expect(toDb(seam / elsewhere)).toBeLessThan(6);
    expect(rms(wave, 0, 2000)).toBeGreaterThan(1e-3);
  });

  it('sounds as it does when it is played live: the same notes, the same samples', async () => {
    const { channels } = await render('lead', phraseOf([64, 4, 4]));
    const context = new OfflineAudioContext(2, channels[0]!.length, RATE);
    const synth = new Synth(context, context.destination, PATCHES.lead, FIRST_SETTINGS.lead);
    const voice = synth.start(64, 0.8, 0.5);
    voice.release(1);
    const live = (await context.startRendering()).getChannelData(0);
    let worst = 0;
    for (let n = 0; n < live.length; n++)
      worst = Math.max(worst, Math.abs(live[n]! - channels[0]![n]!));
    expect(toDb(worst)).toBeLessThan(-90);
  });
});

describe('polyphony', () => {
  it('is limited: the note that is one too many takes the voice of the oldest, without a click', async () => {
    const line = async (...notes: [midi: number, atSec: number][]) => {
      const context = new OfflineAudioContext(1, RATE, RATE);
      const synth = new Synth(context, context.destination, PATCHES.bass, FIRST_SETTINGS.bass);
      for (const [midi, atSec] of notes) synth.start(midi, 1, atSec);
      expect(synth.sounding).toBe(1);
      return (await context.startRendering()).getChannelData(0);
    };
    const wave = await line([36, 0], [48, 0.5]);
    const alone = await line([48, 0.5]);
    const rest = wave.map((sample, n) => sample - alone[n]!);
    expect(rms(rest, 0.4 * RATE, 0.5 * RATE)).toBeGreaterThan(0.05);
    expect(toDb(rms(rest, 0.52 * RATE, 0.9 * RATE))).toBeLessThan(-80);
    const steady = worstBend(rest, 0.3 * RATE, 0.48 * RATE);
    expect(toDb(worstBend(rest, 0.49 * RATE, 0.52 * RATE) / steady)).toBeLessThan(12);
  });

  it('lets a note that is let go in its attack fall from where it is', async () => {
    const context = new OfflineAudioContext(1, RATE, RATE);
    const settings = { ...FIRST_SETTINGS.pad, attackSec: 0.4, releaseSec: 0.1 };
    const voice = new Voice(context, context.destination, PATCHES.pad, settings, {
      midi: 60,
      velocity: 1,
      atSec: 0,
    });
    voice.release(0.1);
    const wave = (await context.startRendering()).getChannelData(0);
    const early = rms(wave, 0.08 * RATE, 0.1 * RATE);
    expect(early).toBeGreaterThan(1e-3);
    expect(rms(wave, 0.11 * RATE, 0.13 * RATE)).toBeLessThan(early * 1.2);
    expect(rms(wave, 0.5 * RATE, 0.6 * RATE)).toBe(0);
  });
});
