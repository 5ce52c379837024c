import { expect, it } from 'vitest';
import { makeLoop, makeRifff, noise } from '../../../tests/audio/loops.ts';
import { RATE, specsOf } from '../../../tests/audio/offline.ts';
import { PatternMaker } from '../loading/patternMaker.ts';
import { Looper } from '../looper/looper.ts';
import { gridOf } from '../player/slotPlans.ts';

const CHANGES = 500;
const EVERY_SEC = 0.1;

it('leaves no nodes behind after five hundred changes of rifff', async () => {
  const { connect, disconnect } = AudioNode.prototype;
  const connected = new Set<AudioNode>();
  AudioNode.prototype.connect = function (this: AudioNode, ...to: unknown[]) {
    connected.add(this);
    return Reflect.apply(connect, this, to);
  } as typeof connect;
  AudioNode.prototype.disconnect = function (this: AudioNode, ...from: unknown[]) {
    connected.delete(this);
    return Reflect.apply(disconnect, this, from);
  } as typeof disconnect;
  const maker = new PatternMaker();
  try {
    const rifffs = Array.from({ length: 6 }, (_, r) =>
      makeRifff(
        Array.from({ length: 8 }, (_, i) =>
          makeLoop({ sound: noise(8 * r + i), length16ths: 16, bps: 2 + r / 10 }),
        ),
      ),
    );
    const specs = await Promise.all(rifffs.map((rifff) => specsOf(rifff, maker)));
    const seconds = CHANGES * EVERY_SEC + 2;
    const context = new OfflineAudioContext(1, seconds * RATE, RATE);
    const looper = new Looper(context, context.destination, 9);
    looper.start([...specs[0]!, null], gridOf(rifffs[0]!, 4800), 4800);
    let most = 0;
    const done = Array.from({ length: CHANGES }, async (_, i) => {
      await context.suspend((i + 1) * EVERY_SEC);
      const which = (i * 7 + 1) % rifffs.length;
      looper.tick();
      const at = looper.earliestFrame(960);
      looper.schedule([...specs[which]!, null], gridOf(rifffs[which]!, at), at);
      most = Math.max(most, connected.size);
      void context.resume();
    });
    done.push(
      context.suspend(seconds - 1).then(() => {
        looper.tick();
        expect(looper.liveVoices).toBe(8);
        // Gate, and source, entry, level and the wire of the effects of eight voices that stay.
        expect(connected.size).toBe(1 + 8 * 4);
        looper.halt();
        void context.resume();
      }),
      context.suspend(seconds - 0.5).then(() => {
        looper.tick();
        expect(looper.liveVoices).toBe(0);
        expect(connected.size).toBe(1);
        void context.resume();
      }),
    );
    await Promise.all([context.startRendering(), ...done]);
    expect(most).toBeLessThanOrEqual(1 + 24 * 7);
  } finally {
    AudioNode.prototype.connect = connect;
    AudioNode.prototype.disconnect = disconnect;
    maker.dispose();
  }
});
