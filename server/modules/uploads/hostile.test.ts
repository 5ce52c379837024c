import { expect, it } from 'vitest';
import {
  allowedCommentOggFile,
  commentedOggFile,
  longestSilenceFile,
  lyingFlacFile,
  silentFlacFile,
  untoldFlacFile,
} from '../../../bench/hostile/sound.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { loopDocument, oggOf, tone } from '../../testing/sounds.ts';
import { describeUploads, metadataOf, ogg } from '../../testing/uploadWorld.ts';

const allowedComment = (await allowedCommentOggFile()).bytes;
const largeComment = (await commentedOggFile()).bytes;

describeUploads(
  'small files with much in them',
  { isOfStore: false, isOfDatabase: false },
  (world) => {
    const track = (file: Buffer, who = world.mia, jam = 'mia') =>
      world.send(
        `/jam/${jam}/tracks`,
        [['file', file, 'a.flac'], metadataOf({ _id: newId(), name: 'Much' })],
        who,
      );

    it.each([
      ['five minutes at 192 kHz', silentFlacFile, /may last 75 seconds at 192000 Hz/],
      ['more than it says', lyingFlacFile, /says that it has 192000 frames and has more/],
      ['much of it, not saying how much', untoldFlacFile, /may last 75 seconds at 192000 Hz/],
    ])('are refused before they are decoded: %s', async (_name, make, message) => {
      const before = await world.holdings();
      const answer = await track(make().bytes);
      expect([answer.status, answer.message]).toEqual([400, expect.stringMatching(message)]);
      expect(await world.holdings()).toEqual(before);
    });

    it('are refused with a comment of 3 MB, as a track and as a loop', async () => {
      const message = /more than 1 MB of comments and pictures/;
      expect((await track(largeComment)).message).toMatch(message);
      const loop = await world.upload(loopDocument(), { file: largeComment, master: null });
      expect([loop.status, loop.message]).toEqual([400, expect.stringMatching(message)]);
    });

    it('are taken with a picture of the cover, and with as much sound as may be', async () => {
      const covered = await track(allowedComment);
      expect(covered.status, covered.message).toBe(200);
      expect(covered.data.track.durationSec).toBe(1);
      const long = await track(longestSilenceFile().bytes);
      expect(long.status, long.message).toBe(200);
    });

    it('wait for each other, while the next account has its turn', async () => {
      const bytes = longestSilenceFile().bytes;
      let answered = 0;
      const flood = Array.from({ length: 24 }, async () => {
        const answer = await track(bytes);
        if (answer.status === 200) answered += 1;
        return answer.status;
      });
      const other = await track(ogg, world.tom, 'tom');
      expect(other.status, other.message).toBe(200);
      expect(answered).toBeLessThan(9);
      // One decoded, eight waiting: the others are told to come again.
      const statuses = await Promise.all(flood);
      expect([...new Set(statuses)].sort()).toEqual([200, 503]);
    });

    it('of a stretch that is too long to be held are measured like any other', async () => {
      const seconds = 40;
      const file = await oggOf(tone(48_000 * seconds));
      const answer = await world.upload(loopDocument({ length16ths: 8 * seconds }), {
        file,
        master: null,
      });
      expect(answer.status, answer.message).toBe(200);
      const { loop } = answer.data;
      expect(loop.frames).toBe(48_000 * seconds);
      // Two sines of amplitude 0.4 in two channels.
      expect(loop.loudnessLufs).toBeGreaterThan(-12);
      expect(loop.loudnessLufs).toBeLessThan(-5);
      expect(loop.chroma.reduce((sum: number, share: number) => sum + share, 0)).toBeGreaterThan(
        0.5,
      );
    });
  },
);
