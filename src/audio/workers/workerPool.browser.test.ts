import { afterEach, describe, expect, it } from 'vitest';
import { inRealTime } from '../../../tests/support/realTime.ts';
import { decodeWav } from '../../dsp/wav.ts';
import { readSound } from '../loading/readSound.ts';
import { TINY_FRAMES, tinyAiff, tinyWav } from '../selfTest/tinySounds.ts';
import { PLAY_POOL } from './playPool.ts';
import { WorkerLimitError, WorkerPool } from './workerPool.ts';

const pools: { dispose(): void }[] = [];
function poolOf(settings: Partial<typeof PLAY_POOL> = {}) {
  const pool = new WorkerPool({ ...PLAY_POOL, ...settings });
  pools.push(pool);
  return pool;
}
afterEach(() => {
  for (const pool of pools.splice(0)) pool.dispose();
});

/** A worker of a few lines. */
const scripted = (script: string) => () =>
  new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
const READY = "postMessage({ kind: 'ready' });";
/** Takes its work and never answers. */
const silent = scripted(`${READY} onmessage = () => {};`);
/** Says that it is at work, and never answers. */
const holding = scripted(
  `${READY} onmessage = ({ data: { id } }) => postMessage({ kind: 'working', id });`,
);
/** Its script cannot run. */
const broken = scripted('throw new Error("no");');

const wav = () => tinyWav().bytes;
const CANCELLED = 'Buffer loading cancelled for rifff';

describe('the pool', () => {
  it('serves what plays before what comes next before what is only seen', async () => {
    const pool = poolOf({ atOnce: 1 });
    const done: string[] = [];
    await Promise.all(
      (['visible', 'visible', 'next', 'playing'] as const).map((priority, at) =>
        pool.run('wav', wav(), { priority }).then(() => done.push(`${priority} ${at}`)),
      ),
    );
    // The first was on its way before the others came.
    expect(done).toEqual(['visible 0', 'playing 3', 'next 2', 'visible 1']);
  });

  it('gives up what does not finish, and the browser decodes it instead', async () => {
    const pool = poolOf({ hire: silent, limitMs: 50 });
    await expect(pool.run('wav', wav())).rejects.toBeInstanceOf(WorkerLimitError);
    const sound = await readSound(new Blob([wav()]), 'tone.wav', { pool, limitMs: 50 });
    expect(sound.length).toBe(TINY_FRAMES);
  });

  inRealTime('waits longer for what says that it is at work', async () => {
    const slow = scripted(`${READY} onmessage = async ({ data: { id } }) => {
      for (let n = 0; n < 6; n++) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        postMessage({ kind: 'working', id });
      }
      postMessage({ kind: 'done', id, result: 'slow' });
    };`);
    const pool = poolOf({ hire: slow });
    expect(await pool.run('wav', wav(), { limitMs: 400 })).toBe('slow');
  });

  it('does the work on the page where no worker can run', async () => {
    expect((await poolOf({ hire: broken }).run('wav', wav())).length).toBe(TINY_FRAMES);
  });

  it('puts another worker in the place of one that died, and does its job again', async () => {
    let hired = 0;
    const dying = scripted(
      `${READY} onmessage = () => setTimeout(() => { throw new Error('gone'); });`,
    );
    const pool = poolOf({ hire: () => (++hired === 1 ? dying() : PLAY_POOL.hire()) });
    expect((await pool.run('wav', wav())).length).toBe(TINY_FRAMES);
    expect([hired, pool.workers]).toEqual([2, 1]);
  });

  it('lets go of what is cancelled, waiting or running, and goes on with the rest', async () => {
    const pool = poolOf({ atOnce: 1 });
    const first = new AbortController();
    const second = new AbortController();
    const running = pool.run('wav', wav(), { signal: first.signal });
    const waiting = pool.run('wav', wav(), { signal: second.signal });
    const kept = pool.run('wav', wav());
    second.abort();
    first.abort();
    await expect(running).rejects.toThrow(CANCELLED);
    await expect(waiting).rejects.toThrow(CANCELLED);
    // One that comes too late leaves no failure behind that nothing listens to.
    await expect(pool.run('wav', wav(), { signal: first.signal })).rejects.toThrow(CANCELLED);
    expect((await kept).length).toBe(TINY_FRAMES);
  });

  it('ends the worker of a running job that is cancelled', async () => {
    const begun = Promise.withResolvers<void>();
    const hire = () => {
      const worker = holding();
      worker.addEventListener('message', ({ data }) => data.kind === 'working' && begun.resolve());
      return worker;
    };
    const pool = poolOf({ hire });
    const abort = new AbortController();
    const running = pool.run('wav', wav(), { signal: abort.signal });
    await begun.promise;
    expect(pool.workers).toBe(1);
    abort.abort();
    await expect(running).rejects.toThrow(CANCELLED);
    expect(pool.workers).toBe(0);
  });

  it('hands a refusal on as it was', async () => {
    const refused = poolOf().run('wav', tinyAiff().bytes);
    await expect(refused).rejects.toMatchObject({ fault: 'notAWav', message: 'File is not a WAV' });
  });

  it('makes its four workers beforehand, and replaces one that was lost', async () => {
    const pool = poolOf();
    pool.prepare();
    await expect.poll(() => pool.workers).toBe(4);
    const abort = new AbortController();
    const running = pool.run('wav', wav(), { signal: abort.signal });
    await Promise.resolve();
    abort.abort();
    await expect(running).rejects.toThrow(CANCELLED);
    await expect.poll(() => pool.workers).toBe(4);
  });

  it('gives memory away where it is asked to', async () => {
    const bytes = wav();
    const wanted = decodeWav(wav()).channels;
    const { channels } = await poolOf().run('wav', bytes, { transfer: [bytes.buffer] });
    expect([bytes.length, channels]).toEqual([0, wanted]);
  });

  it('lends a worker to one owner, who keeps others waiting until the lease ends', async () => {
    const pool = poolOf({ size: 1, atOnce: 1 });
    const lease = await pool.lease();
    expect((await lease.run('wav', wav())).length).toBe(TINY_FRAMES);
    let isDone = false;
    const other = pool.run('wav', wav()).then(() => {
      isDone = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isDone).toBe(false);
    lease.end();
    await other;
    await expect(lease.run('wav', wav())).rejects.toThrow('ended');
    expect(pool.workers).toBe(1);
  });

  it('ends workers that have long had nothing to do', async () => {
    const pool = poolOf({ idleMs: 100 });
    await pool.run('wav', wav());
    expect(pool.workers).toBe(1);
    await expect.poll(() => pool.workers).toBe(0);
  });
});
