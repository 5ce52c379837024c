import { describe, expect, it } from 'vitest';
import { RifffSchema } from '../../../data/contract/rifff.ts';
import { encodeWav } from '../../../dsp/wavWrite.ts';
import { recognise } from '../recognise.ts';
import { itemsOf } from '../testing/items.ts';

const wav = (sec: number, sampleRate = 8000) =>
  new Blob([encodeWav([new Float32Array(Math.round(sec * sampleRate)).fill(0.1)], sampleRate, 16)]);
const file = (path: string, blob = wav(2)) => ({ path, blob });

describe('stem folders', () => {
  it('say tempo, key, people and time by their names', async () => {
    const found = await recognise([
      file('My jam/0002 Bus - A Minor Stems/1 - mia - Dust Kit - 120BPM - 2021-05-03-14-07.wav'),
      file(
        'My jam/0002 Bus - A Minor Stems/2 - tom - Deep Bass - 120BPM - 2021-05-03-14-09.wav',
        wav(4),
      ),
      file('My jam/0001 Bus Stems/1 - mia - Dust Kit - 120BPM - 2021-05-03-14-07.wav'),
      file('My jam/0001 Bus Stems/1 HQ - mia - Dust Kit - 120BPM - 2021-05-03-14-07.wav'),
      file('My jam/0001 Bus Stems/9 - mia - Dust Kit - 120BPM - 2021-05-03-14-07.wav'),
    ]);
    expect(found).toMatchObject({
      parts: [{ kind: 'stems', name: 'My jam', what: '2 stem folders', note: /one/ }].map(
        (one) => ({
          ...one,
          note: expect.stringMatching(one.note),
        }),
      ),
      unknown: [],
    });
    const { kinds, rifffs, loops, skipped, people } = await itemsOf(found.source());
    expect(kinds).toBe('jam skipped skipped person loop rifff loop person loop rifff');
    expect(skipped.join()).toMatch(/the HQ file of the same slot was taken.*9 - mia.*eight slots/s);
    expect(people).toEqual(['mia', 'tom']);
    expect(rifffs[1]).toMatchObject({
      userName: 'tom',
      created: Date.UTC(2021, 4, 3, 14, 9),
      root: 9,
      scale: 5,
      state: { bps: 2, barLength: 16 },
      parent: { rifffId: rifffs[0]!._id },
    });
    expect(loops.map(({ loop }) => [loop.length16ths, loop.bps, loop.category])).toEqual([
      [16, 2, 'drums'],
      [16, 2, 'drums'],
      [32, 2, 'bass'],
    ]);
    for (const rifff of rifffs) expect(RifffSchema.safeParse(rifff).success).toBe(true);
    // The same folder has the same ids, so that bringing it in twice changes nothing.
    expect((await itemsOf(found.source())).rifffs).toEqual(rifffs);
  });

  it('with damaged files give the others', async () => {
    const found = await recognise([
      file('Bus Stems/0 - mia - Kit - 0.5BPM - 2021-05-03-14-07.wav'),
      file('Bus Stems/1 - mia - Kit - 120BPM - 2021-05-03-14-07.wav', new Blob(['RIFFnothing'])),
      file('Bus Stems/2 - mia - Kit - 120BPM - 2021-05-03-14-07.aiff', new Blob([])),
      file('Bus Stems/3 - mia - Kit - 120BPM - 2021-05-03-14-07.wav', wav(0.01)),
      file('Bus Stems/4 - \u202e - Kit - 98.5BPM - 2021-99-03-14-07.wav', wav((4 * 60) / 98.5)),
      file('Bus Stems/mix.wav'),
    ]);
    expect(found.unknown[0]).toMatchObject({ path: 'Bus Stems/mix.wav' });
    const { rifffs, loops, skipped } = await itemsOf(found.source());
    expect(skipped).toHaveLength(4);
    expect(skipped.join()).toMatch(/tempo.*empty.*shorter than a sixteenth/s);
    expect(loops[0]!.loop).toMatchObject({ length16ths: 16, creatorUserName: 'unknown' });
    expect(rifffs[0]!.state.playback.map(({ slot }) => slot.current !== null)).toEqual([
      ...[false, false, false, false, true, false, false, false],
    ]);
    const none = await recognise([
      file('A Stems/1 - m - K - 120BPM - 2021-05-03-14-07.wav', new Blob(['x'])),
    ]);
    expect((await itemsOf(none.source())).skipped.join()).toMatch('none of its stems can be read');
  });
});
