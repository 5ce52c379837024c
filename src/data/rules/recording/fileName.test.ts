import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inFileOrder, readFileName, withoutCommonWords } from './fileName.ts';

describe('the name of a sound file', () => {
  it.each([
    [
      'Bass 120bpm Am 4 bars.wav',
      { title: 'Bass', bpm: 120, root: 9, scale: 5, bars: 4, category: 'bass' },
    ],
    ['120_Cmin_Pad.aif', { title: 'Pad', bpm: 120, root: 0, scale: 5, category: 'pads' }],
    ['01 Drums.wav', { title: 'Drums', order: 1, category: 'drums' }],
    ['stems/08 - Lead Vox.flac', { title: 'Lead Vox', order: 8, category: 'vocals' }],
    [
      'BPM 92.5 Rhodes F#maj.ogg',
      { title: 'Rhodes', bpm: 92.5, root: 6, scale: 0, category: 'chords' },
    ],
    ['HiHat_Loop_128.wav', { title: 'HiHat Loop', bpm: 128, category: 'perc' }],
    ['808 Sub Eb.wav', { title: '808 Sub', root: 3, category: 'bass' }],
    ['Take A.wav', { title: 'Take A' }],
    ['03_Kick_140_C.wav', { title: 'Kick', order: 3, bpm: 140, root: 0, category: 'drums' }],
    [
      'Strings G minor 16 beats.wav',
      { title: 'Strings', root: 7, scale: 5, bars: 4, category: 'pads' },
    ],
    [
      'C:\\music\\My Song (Bb major) 174 BPM.mp3',
      { title: 'My Song', bpm: 174, root: 10, scale: 0 },
    ],
    ['A day in 100 bpm Am.wav', { title: 'A day in', bpm: 100, root: 9, scale: 5 }],
    ['A day 100 bpm G.wav', { title: 'A day', bpm: 100, root: 7 }],
    ['I am here.wav', { title: 'I am here' }],
    ['Bäßchen 120bpm.aif', { title: 'Bäßchen', bpm: 120 }],
    ['Ba\u0308ren 120bpm Am.wav', { title: 'Bären', bpm: 120, root: 9, scale: 5 }],
    ['Säbass 120.wav', { title: 'Säbass', bpm: 120 }],
    ['1999.wav', { title: '1999' }],
    ['__120__.wav', { title: 'Untitled', bpm: 120 }],
  ])('%s', (name, facts) => {
    expect(readFileName(name)).toEqual(facts);
  });

  it('is read without failing whatever it is, and always leaves a title and sane figures', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const { title, bpm = 100, bars = 1, root = 0 } = readFileName(name);
        expect(title.length).toBeGreaterThan(0);
        expect(title.length).toBeLessThanOrEqual(60);
        expect(bpm >= 50 && bpm <= 240 && bars >= 1 && bars < 100 && root >= 0 && root < 12).toBe(
          true,
        );
      }),
      { numRuns: 500 },
    );
  });

  it('says the order of stems, numbers first, then as people count', () => {
    const names = ['Take 10.wav', '02 Bass.wav', 'Take 2.wav', '01 Drums.wav', '10 Keys.wav'];
    expect(inFileOrder(names, (name) => name)).toEqual([
      '01 Drums.wav',
      '02 Bass.wav',
      '10 Keys.wav',
      'Take 2.wav',
      'Take 10.wav',
    ]);
  });

  it('is freed from the name of the song that all stems carry', () => {
    expect(withoutCommonWords(['My Song Drums', 'My Song Bass', 'My Song Lead Vox'])).toEqual([
      'Drums',
      'Bass',
      'Lead Vox',
    ]);
    expect(withoutCommonWords(['Same', 'Same', 'Same'])).toEqual(['Same', 'Same', 'Same']);
  });
});
