import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../data/contract/errors.ts';
import { jamSource, joinedSources } from '../files/source.ts';
import type { JamSource, SourceItem } from '../JamSource.ts';
import { recognise } from '../recognise.ts';
import { runImport } from '../run/runImport.ts';
import { END, HEAD, ImportWorld, lines, loopOf, rifffOf, tarOf } from '../testing/bundles.ts';
import { readBundle } from './readBundle.ts';

const OGG = new Uint8Array([79, 103, 103, 83]);
const MESSAGE = {
  id: 'm1',
  created: 5,
  user: 'mia',
  message: 'Hello',
  rifffId: 'r1',
  replyTo: null,
};
const PARTS = {
  'rondo.json': JSON.stringify(HEAD),
  'people.jsonl': lines({ id: 'mia', displayName: 'Mia' }),
  'loops.jsonl': lines(loopOf('l1'), loopOf('l2')),
  'audio/l1.flac': OGG,
  'audio/l1.ogg': OGG,
  'audio/l2.flac': OGG,
  'rifffs.jsonl': lines(rifffOf('r1', ['l1']), rifffOf('r2', ['l1', 'l2'], 'r1')),
  'messages.jsonl': lines(MESSAGE),
  'end.json': JSON.stringify(END),
};
const sourceOf = async (parts: Record<string, string | Uint8Array>) =>
  readBundle(await tarOf(parts));

async function itemsOf(source: JamSource): Promise<SourceItem[]> {
  const items: SourceItem[] = [];
  for await (const item of source) items.push(item);
  return items;
}
const skippedOf = (items: readonly SourceItem[]) =>
  items.flatMap((item) => (item.kind === 'skipped' ? [`${item.what}: ${item.reason}`] : []));

const run = (source: JamSource, world: ImportWorld, signal?: AbortSignal) => {
  const waits: number[] = [];
  const report = runImport(source, {
    calls: world,
    makeSound: async (loop, { file, master }) => ({ loop, file, ...(master && { master }) }),
    wait: async (ms) => void waits.push(ms),
    ...(signal && { signal }),
  });
  return report.then((one) => ({ ...one, waits }));
};

describe('a bundle', () => {
  it('is known by its head and read in an order in which it can be stored', async () => {
    const blob = await tarOf(PARTS);
    const found = await recognise([
      { path: 'night.rondo.tar', blob },
      { path: 'song.als', blob: new Blob(['x']) },
      { path: '.DS_Store', blob: new Blob(['x']) },
    ]);
    expect(found.parts).toMatchObject([{ kind: 'rondo', name: 'Night bus', jams: 1 }]);
    expect(found.unknown).toMatchObject(
      [{ path: 'song.als', reason: /export it as DAWproject/ }].map((one) => ({
        path: one.path,
        reason: expect.stringMatching(one.reason),
      })),
    );
    const items = await itemsOf(found.source());
    expect(items.map(({ kind }) => kind).join(' ')).toBe(
      'jam person loop loop rifff rifff message',
    );
    const [first, second] = items.flatMap((item) => (item.kind === 'loop' ? [item] : []));
    expect(await first!.sound()).toMatchObject({ file: { size: 4 }, master: { size: 4 } });
    expect((await second!.sound()).master).toBeUndefined();
  });

  it('that is damaged gives what is whole, with a reason for the rest', async () => {
    const odd = await sourceOf({
      ...PARTS,
      'loops.jsonl': lines(loopOf('l1'), '{"_id": "l9"', loopOf('l2', { bps: 99 }), loopOf('l3')),
      'surprise.bin': OGG,
      'end.json': JSON.stringify({
        ...END,
        withoutSound: [{ id: 'l3', reason: 'It was removed' }],
      }),
    });
    const items = await itemsOf(odd);
    expect(skippedOf(items)).toEqual([
      'loop in line 2 of loops.jsonl: it is damaged',
      'loop l2: it is no loop (bps)',
    ]);
    const l3 = items.find((item) => item.kind === 'loop' && item.loop._id === 'l3');
    await expect(l3?.kind === 'loop' && l3.sound()).rejects.toThrow('It was removed');
    const whole = await tarOf(PARTS);
    const cut = readBundle(whole.slice(0, whole.size - 4096));
    expect(skippedOf(await itemsOf(cut)).join()).toMatch('it was cut off before its end');
  });

  it.each([
    [{ 'other.json': '{}' }, 'does not begin with rondo.json'],
    [{ 'rondo.json': '{' }, 'cannot be read'],
    [{ 'rondo.json': JSON.stringify({ ...HEAD, version: 2 }) }, 'too old'],
  ])('that is none says so: %j', async (parts, reason) => {
    await expect(itemsOf(await sourceOf(parts))).rejects.toThrow(reason);
    const found = await recognise([{ path: 'x.rondo.tar', blob: await tarOf(parts) }]);
    expect(found.unknown[0]!.reason).toMatch(reason);
  });

  it('does not fill memory where a head promises more than there is', async () => {
    const blob = await tarOf(PARTS);
    const bytes = new Uint8Array(await blob.arrayBuffer());
    // The size of the second file, without a sum that fits it.
    bytes.set(new TextEncoder().encode('77777777777'), 512 * 2 + 124);
    const items = await itemsOf(readBundle(new Blob([bytes])));
    expect(skippedOf(items)).toContain('the archive: the archive is damaged at byte 1024');
  });
});

describe('running an import', () => {
  it('brings everything once, and nothing twice', async () => {
    const world = new ImportWorld();
    const first = await run(await sourceOf(PARTS), world);
    expect(first).toMatchObject({ stopped: null, stored: { loops: 2, rifffs: 2, messages: 1 } });
    expect(world.batches.join(', ')).toBe(
      'begin, people 1, missing 2, loop l1, loop l2, rifffs 2, messages 1, finish',
    );
    expect(world.loops.get('l1')!.master!.size).toBe(4);
    const again = await run(await sourceOf(PARTS), world);
    expect(again).toMatchObject({ same: { loops: 2, rifffs: 2 }, stored: { loops: 0, rifffs: 0 } });
  });

  it('asks again after lost answers, and goes on where it was stopped', async () => {
    const world = new ImportWorld();
    world.faults = [
      new ApiError('unavailable', 'lost', null, 0),
      new ApiError('too_many_requests', 'busy', null, 429, 40),
      undefined,
      undefined,
      undefined,
      undefined,
      new ApiError('over_quota', 'Your account is full'),
    ];
    const first = await run(await sourceOf(PARTS), world);
    expect(first.waits).toEqual([1000, 40_000]);
    expect(first).toMatchObject({
      stored: { loops: 1 },
      stopped: expect.stringMatching('full. What'),
    });
    const second = await run(await sourceOf(PARTS), world);
    expect(second).toMatchObject({
      stopped: null,
      same: { loops: 1 },
      stored: { loops: 1, rifffs: 2 },
    });
  });

  it('leaves out what is refused, and no more', async () => {
    const world = new ImportWorld();
    world.refused.add('r1');
    const source = await sourceOf({
      ...PARTS,
      'loops.jsonl': lines(loopOf('l1'), loopOf('l4')),
      'rifffs.jsonl': lines(
        rifffOf('r0', ['l4', 'l9']),
        rifffOf('r1', ['l1']),
        rifffOf('r2', ['l1', 'l4'], 'r1'),
      ),
    });
    const report = await run(source, world);
    expect(report.skipped).toEqual([
      { what: 'loop l9', reason: 'it is not in what was brought; its slots are silent' },
      { what: 'loop l4', reason: 'its sound is not in the bundle' },
      { what: 'rifff r1', reason: 'The rifff is wrong' },
    ]);
    expect([...world.stored.keys()]).toEqual(['r0', 'r2']);
  });

  it('brings what came before a source broke off, and all of the sources beside it', async () => {
    const whole = await sourceOf(PARTS);
    const broken = jamSource(1, async function* walk() {
      yield* whole;
      throw new Error('the disk was pulled out');
    });
    const alone = new ImportWorld();
    expect(await run(broken, alone)).toMatchObject({
      stopped: 'the disk was pulled out',
      stored: { loops: 2, rifffs: 2, messages: 1 },
    });
    expect(alone.finished).toBe(0);
    const other = await sourceOf({
      ...PARTS,
      'rondo.json': JSON.stringify({ ...HEAD, jam: { ...HEAD.jam, id: 'bandabc', name: 'Tram' } }),
    });
    const beside = new ImportWorld();
    const both = [
      { name: 'Night bus', source: broken },
      { name: 'Tram', source: other },
    ];
    expect(await run(joinedSources(both), beside)).toMatchObject({
      stopped: null,
      jams: [{ name: 'Night bus' }, { name: 'Tram' }],
      skipped: [{ what: 'Night bus', reason: 'the disk was pulled out' }],
    });
    expect(beside.finished).toBe(2);
  });

  it('ends at once when it is stopped, and where nobody is signed in', async () => {
    const world = new ImportWorld();
    const stop = new AbortController();
    stop.abort();
    const stopped = await run(await sourceOf(PARTS), world, stop.signal);
    expect(stopped.stopped).toMatch('goes on where it stopped');
    expect(world.batches).toEqual([]);
    world.faults = [new ApiError('unauthorised', 'Who are you?')];
    expect((await run(await sourceOf(PARTS), world)).stopped).toMatch('Sign in');
  });

  it('holds no more than a batch', async () => {
    const world = new ImportWorld();
    const ids = Array.from({ length: 230 }, (_, at) => `l${at}`);
    const source = await sourceOf({
      'rondo.json': PARTS['rondo.json'],
      'loops.0001.jsonl': lines(...ids.map((id) => loopOf(id))),
      ...Object.fromEntries(ids.map((id) => [`audio/${id}.ogg`, OGG])),
      'rifffs.0001.jsonl': lines(...ids.map((id) => rifffOf(`r${id}`, [id]))),
      'end.json': PARTS['end.json'],
    });
    expect(await run(source, world)).toMatchObject({ stored: { loops: 230, rifffs: 230 } });
    const batches = world.batches.filter((batch) => /^(missing|rifffs)/.test(batch));
    expect(batches).toEqual([
      ...['missing 100', 'missing 100', 'missing 30'],
      ...['rifffs 50', 'rifffs 50', 'rifffs 50', 'rifffs 50', 'rifffs 30'],
    ]);
  });
});
