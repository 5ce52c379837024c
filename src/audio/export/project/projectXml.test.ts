import fc from 'fast-check';
import { expect, test } from 'vitest';
import { metadataXml, type ProjectMusic, projectXml, timeSignature } from './projectXml.ts';

const music = (more: Partial<ProjectMusic> = {}): ProjectMusic => ({
  title: 'Night bus',
  makers: 'ana, bo',
  licence: 'CC BY 4.0',
  comment: '',
  bpm: 126.25,
  barLength: 14,
  beats: 28,
  masterGain: 0.5,
  tracks: [
    {
      name: '1 Bass',
      colour: '#3562EE',
      gain: 1.4,
      isOn: false,
      effects: { pan: -0.5, lowCutHz: 120 },
      path: 'audio/1 Bass.wav',
      beats: 14,
      seconds: 6.6534,
    },
  ],
  ...more,
});

/** Every tag that is opened is closed in order, with quoted attributes: well-formed as far as text goes. */
function isWellFormed(xml: string): boolean {
  const stack: string[] = [];
  const body = xml.replace(/^<\?xml[^>]*\?>\s*/, '');
  const tag = /<(\/?)([A-Za-z]+)((?: [A-Za-z]+="[^"<]*")*)(\/?)>/y;
  for (let at = 0; at < body.trimEnd().length; at = tag.lastIndex) {
    const text = /[^<]*/y;
    text.lastIndex = at;
    text.exec(body);
    tag.lastIndex = text.lastIndex;
    const found = tag.exec(body);
    if (!found) return false;
    const [, isEnd, name, , isLeaf] = found;
    if (isEnd && stack.pop() !== name) return false;
    if (!isEnd && !isLeaf) stack.push(name!);
  }
  return stack.length === 0;
}

test('a track has its mixer, its cut and a clip that goes round on the grid', () => {
  const xml = projectXml(music());
  expect(xml).toContain('<Tempo max="999" min="10" unit="bpm" value="126.25"');
  expect(xml).toContain('<TimeSignature numerator="7" denominator="8"');
  expect(xml).toContain('name="1 Bass" color="#3562EE"');
  expect(xml).toContain('<Mute value="true"');
  expect(xml).toContain('unit="normalized" value="0.25"');
  expect(xml).toContain('unit="linear" value="1.4"');
  expect(xml).toContain('<Band type="highPass" order="2"><Freq unit="hertz" value="120"');
  expect(xml).toMatch(/<Clip name="1 Bass" time="0" duration="28"[^>]*loopStart="0" loopEnd="14"/);
  expect(xml).toContain('<Warp time="14" contentTime="6.6534"/>');
  expect(xml).toContain('<File path="audio/1 Bass.wav"/>');
});

test('ids are told apart, and what is referred to is there', () => {
  const { tracks } = music();
  const xml = projectXml(music({ tracks: [tracks[0]!, tracks[0]!, tracks[0]!] }));
  const ids = [...xml.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, to] of xml.matchAll(/ (?:destination|track)="([^"]+)"/g)) expect(ids).toContain(to);
});

test('any words make documents that can be read', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (words) => {
      const [track] = music().tracks;
      const all = music({ title: words, makers: words, tracks: [{ ...track!, name: words }] });
      expect(isWellFormed(projectXml(all))).toBe(true);
      expect(isWellFormed(metadataXml(all))).toBe(true);
    }),
  );
});

test.each([
  [16, 4, 4],
  [12, 3, 4],
  [14, 7, 8],
  [15, 15, 16],
])('%i sixteenths are %i/%i', (barLength, numerator, denominator) => {
  expect(timeSignature(barLength)).toEqual({ numerator, denominator });
});

/** What Project.xsd asks of each element that is written: the attributes it needs, its children in their order. */
const SCHEMA: Readonly<Record<string, readonly [needed: string, children: string]>> = {
  Project: ['version', 'Application Transport Structure Arrangement Scenes'],
  Application: ['name version', ''],
  Transport: ['', 'Tempo TimeSignature'],
  Tempo: ['unit', ''],
  TimeSignature: ['denominator numerator', ''],
  Structure: ['', 'Track'],
  Track: ['', 'Channel Track'],
  Channel: ['', 'Devices Mute Pan Sends Volume'],
  Devices: ['', 'Equalizer'],
  Equalizer: ['deviceName deviceRole', 'Parameters Enabled State Band InputGain OutputGain'],
  Enabled: ['', ''],
  Band: ['type', 'Freq Gain Q Enabled'],
  Freq: ['unit', ''],
  Q: ['unit', ''],
  Mute: ['', ''],
  Pan: ['unit', ''],
  Volume: ['unit', ''],
  Arrangement: ['', 'Lanes Markers TempoAutomation TimeSignatureAutomation'],
  Lanes: ['', 'Lanes Clips'],
  Clips: ['', 'Clip'],
  Clip: ['time', 'Clips Warps Audio'],
  Warps: ['contentTimeUnit', 'Audio Warp'],
  Audio: ['channels duration sampleRate', 'File'],
  File: ['path', ''],
  Warp: ['time contentTime', ''],
  Scenes: ['', 'Scene'],
};

interface Element {
  readonly name: string;
  readonly attributes: readonly string[];
  readonly children: Element[];
}

/** The elements of a document that is well-formed. */
function elementsOf(xml: string): Element {
  const root: Element = { name: '', attributes: [], children: [] };
  const open = [root];
  for (const [, isEnd, name, words, isLeaf] of xml.matchAll(/<(\/?)([A-Za-z]+)([^<]*?)(\/?)>/g)) {
    if (isEnd) open.pop();
    else {
      const attributes = [...words!.matchAll(/ ([A-Za-z]+)="/g)].map(([, key]) => key!);
      const element: Element = { name: name!, attributes, children: [] };
      open.at(-1)!.children.push(element);
      if (!isLeaf) open.push(element);
    }
  }
  return root.children[0]!;
}

function expectByTheSchema({ name, attributes, children }: Element): void {
  const [needed, order] = SCHEMA[name]!;
  expect(attributes, name).toEqual(expect.arrayContaining(needed.split(' ').filter(Boolean)));
  const places = children.map((child) => order.split(' ').indexOf(child.name));
  expect(places, `${name}: ${children.map((child) => child.name)}`).not.toContain(-1);
  expect(places, name).toEqual(places.toSorted((a, b) => a - b));
  children.forEach(expectByTheSchema);
}

test('elements stand as the schema asks, with what it needs', () => {
  const [track] = music().tracks;
  const all = { pan: 0.5, lowCutHz: 100, highCutHz: 9000, reverb: 0.5, delay: 0.2 };
  const tracks = [track!, { ...track!, effects: all }, { ...track!, effects: undefined }];
  expectByTheSchema(elementsOf(projectXml(music({ tracks }))));
});
