import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { withPage } from '../../bench/audio/benchPage.ts';
import { makeAccount, type TestAccount } from '../../server/testing/accounts.ts';
import { describeDatabases } from '../../server/testing/databases.ts';
import { bringBundle, downloadBundle } from '../../server/testing/importCalls.ts';
import { jamCalls } from '../../server/testing/jamCalls.ts';
import { holding } from '../../server/testing/rifffs.ts';
import { flacOf, formOf, loopDocument, oggOf, type Pcm } from '../../server/testing/sounds.ts';
import { startTestServer, type TestServer } from '../../server/testing/testApp.ts';
import type { Rifff } from '../../src/data/contract/rifff.ts';
import { loopFrames } from '../../src/data/rules/time/timing.ts';
import { noise, type Sound, sine } from '../audio/loops.ts';
import type {} from './mixPage/main.ts';

interface Part {
  readonly sound: Sound;
  readonly channels?: number;
  readonly hasMaster?: boolean;
  /** Of the document. */
  readonly more?: { readonly bps?: number; readonly length16ths?: number; readonly root?: number };
}

/** Loops of other lengths and tempos, with and without masters; the last is taken back. */
const PARTS: Readonly<Record<string, Part>> = {
  bass: { sound: sine(55, 0.3), hasMaster: true, more: { length16ths: 16, root: 2 } },
  hats: { sound: noise(3, 0.2, 0.4), more: { length16ths: 4 } },
  keys: { sound: sine(880, 0.2), channels: 2, more: { length16ths: 24, bps: 1.75 } },
  kick: { sound: noise(9, 0.05, 0.7), hasMaster: true, channels: 2, more: { length16ths: 8 } },
  gone: { sound: sine(660, 0.3), more: { length16ths: 16 } },
};

function pcmOf({ sound, channels = 1, more = {} }: Part): Pcm {
  const { length16ths, bps } = { length16ths: 8, bps: 2, ...more };
  const frames = loopFrames(length16ths, bps, 48_000);
  const wave = Float32Array.from({ length: frames }, (_, n) => sound(n, frames));
  return Array.from({ length: channels }, (_, c) => wave.map((x) => x / (c + 1)));
}

async function upload(server: TestServer, who: TestAccount, jamId: string, part: Part) {
  const pcm = pcmOf(part);
  const document = loopDocument(part.more);
  const { payload, contentType } = formOf([
    ['file', await oggOf(pcm), 'loop.ogg'],
    ...(part.hasMaster ? [['master', await flacOf(pcm), 'loop.flac'] as const] : []),
    ['metadata', JSON.stringify(document)],
  ]);
  const headers = { ...who.headers, 'content-type': contentType };
  const url = `/api/jam/${jamId}/loops`;
  const answer = await server.app.inject({ method: 'POST', url, headers, payload });
  expect(answer.statusCode, answer.body).toBe(200);
  return document._id;
}

/** What ten rifffs do with the loops: slot by slot which one and how, and in which tempo, metre and key. */
const RIFFFS: readonly { readonly slots: readonly [string, object?][]; readonly state?: object }[] =
  [
    { slots: [['bass'], ['hats'], ['kick']] },
    { slots: [['bass', { on: false }], ['keys']] },
    {
      slots: [
        ['bass', { gain: 0.2 }],
        ['hats', { gain: 1.9 }],
        ['kick', { gain: 0 }],
      ],
    },
    { slots: [['bass', { pitchShiftSettings: { shiftSemitones: 5, timeStretch: false } }]] },
    { slots: [['keys', { pitchShiftSettings: { shiftSemitones: -7, timeStretch: true } }]] },
    { slots: [['bass'], ['keys']], state: { bps: 2.4, barLength: 12 } },
    {
      slots: [['keys', { pitchShiftSettings: { shiftSemitones: 0, timeStretch: true } }], ['hats']],
      state: { bps: 1.5 },
    },
    {
      slots: [
        ['hats', { playbackRate: 0.5 }],
        ['kick', { playbackRate: 2, loopBps: 2.5 }],
      ],
    },
    {
      slots: [
        ['keys', { effects: { pan: -0.6, reverb: 0.4, highCutHz: 3000 } }],
        ['kick', { effects: { delay: 0.5, lowCutHz: 200 }, category: 'bass' }],
      ],
    },
    { slots: [['gone'], ['kick'], ['bass']] },
  ];

function rifffOf(at: number, ids: Readonly<Record<string, string>>, parent: object | null) {
  const { slots, state } = RIFFFS[at]!;
  const key = { root: (at * 5) % 12, scale: at % 4 };
  const rifff = holding([], { ...key, parent });
  for (const [slot, [name, how]] of slots.entries()) {
    rifff.state.playback[slot] = {
      slot: { current: { currentLoop: ids[name]!, ...how } },
    } as never;
  }
  return { ...rifff, state: { ...rifff.state, ...state } };
}

/** Two people make a jam of ten rifffs; one loop's sound is gone afterwards. */
async function makeJam(server: TestServer, mia: TestAccount, tom: TestAccount) {
  const { ok } = jamCalls(server);
  const { id: jamId } = await ok(mia, '/jam', { name: 'Night bus', access: 'public' });
  const { queries } = server.database;
  const member = { jamId, userId: 'tom', role: 'member' as const, since: 1, isRemoved: false };
  await queries.insertInto('members').values(member).execute();
  const ids: Record<string, string> = {};
  for (const [at, [name, part]] of Object.entries(PARTS).entries()) {
    ids[name] = await upload(server, at % 2 ? tom : mia, jamId, part);
  }
  let parent: object | null = null;
  for (let at = 0; at < RIFFFS.length; at++) {
    const rifff = rifffOf(at, ids, parent);
    await ok(at % 2 ? tom : mia, `/jam/${jamId}/rifffs`, { rifff });
    parent = { jamId, rifffId: rifff._id };
  }
  // As if its maker had taken it back.
  const removed = queries.updateTable('loops').set({ isRemoved: true });
  await removed.where('id', '=', ids.gone!).execute();
  return jamId;
}

/** Renders every rifff of a jam as an account finds it on a server, each file fetched from there. */
async function rendered(
  page: Page,
  name: string,
  server: TestServer,
  who: TestAccount,
  jamId: string,
) {
  const { rifffs } = await jamCalls(server).ok(who, `/jam/${jamId}/rifffs`);
  const fetched = new Set<string>();
  await page.route(`**/${name}/media/**`, async (route) => {
    const url = new URL(route.request().url()).pathname.slice(name.length + 1);
    const { statusCode, rawPayload, headers } = await server.app.inject({
      url,
      headers: who.headers,
    });
    fetched.add(url);
    const contentType = String(headers['content-type']);
    await route.fulfill({ status: statusCode, body: rawPayload, contentType });
  });
  const mixes: { id: string; frames: number; peakDb: number }[] = [];
  for (const rifff of rifffs as Rifff[]) {
    for (const { cdn_attachments: files } of rifff.loops) {
      for (const file of [files?.oggAudio, files?.flacAudio]) {
        if (file?.url) file.url = `/${name}${new URL(file.url, 'http://a.example').pathname}`;
      }
    }
    const mix = await page.evaluate(([of, document]) => window.mixPage!.render(of, document), [
      name,
      rifff,
    ] as const);
    mixes.push({ id: rifff._id, ...mix });
  }
  return { mixes, files: fetched.size };
}

describeDatabases('a jam that moved to another server', (openDatabase) => {
  it('plays the same: ten rifffs, sample by sample', { timeout: 300_000 }, async () => {
    const here = await startTestServer({ openDatabase });
    const there = await startTestServer({ openDatabase });
    try {
      const mia = await makeAccount(here.database, 'mia');
      const tom = await makeAccount(here.database, 'tom');
      const zoe = await makeAccount(there.database, 'zoe');
      const jamId = await makeJam(here, mia, tom);
      const report = await bringBundle(there, zoe, await downloadBundle(here, mia, jamId));
      expect(report).toMatchObject({ stopped: null, jams: [{ jamId }], stored: { rifffs: 10 } });
      await withPage({ folder: '../../tests/together/mixPage' }, 'mixPage', [], async (page) => {
        const one = await rendered(page, 'here', here, mia, jamId);
        const other = await rendered(page, 'there', there, zoe, jamId);
        expect(one).toMatchObject({ files: 4, mixes: { length: 10 } });
        expect(other).toEqual(one);
        const away = (a: string, b: string) =>
          page.evaluate(([x, y]) => window.mixPage!.difference(x, y), [a, b] as const);
        let worst = 0;
        for (const { id, peakDb } of one.mixes) {
          expect(peakDb).toBeGreaterThan(-40);
          const difference = await away(`here ${id}`, `there ${id}`);
          expect(difference).not.toBe(null);
          worst = Math.max(worst, difference!);
        }
        const db = worst === 0 ? 'every sample is the same' : `${20 * Math.log10(worst)} dB`;
        console.info(`ten rifffs on two servers, largest difference: ${db}`);
        expect(worst).toBeLessThan(10 ** (-90 / 20));
        // What differs is told: each mix is another.
        const [first, ...rest] = one.mixes;
        for (const { id } of rest) {
          expect((await away(`here ${first!.id}`, `there ${id}`)) ?? 1).toBeGreaterThan(0.01);
        }
      });
    } finally {
      await here.close();
      await there.close();
    }
  });
});
