import { expect, test } from 'vitest';
import {
  audioFileRequest,
  bytesOfText,
  isAudioFileStatus,
  isRequested,
  sendAudioFileRequest,
} from './audioFileRequest.ts';

test('only wav, aiff and aif of the lower-cased address are asked for', () => {
  const extensions = [
    ['https://host/a/Loop.WAV?x=1.ogg#y', 'wav', true],
    ['/media/loop.Aiff', 'aiff', true],
    ['loop.aif', 'aif', true],
    ['loop.ogg', 'ogg', false],
    ['https://host.wav/loop', '', false],
    ['loop.wave', 'wave', false],
    ['', '', false],
  ] as const;
  for (const [url, extension, isAsked] of extensions) {
    const request = audioFileRequest(url);
    expect(request).toEqual({ url, isAsync: true, extension });
    expect(isRequested(request)).toBe(isAsked);
  }
  expect(audioFileRequest('a.wav', false).isAsync).toBe(false);
});

test('200 and 0 are success, anything else is not', () => {
  expect([200, 0].every(isAudioFileStatus)).toBe(true);
  expect([201, 206, 304, 401, 404, 500].some(isAudioFileStatus)).toBe(false);
});

test('text that keeps every byte gives the bytes back', () => {
  expect([...bytesOfText('\u0000RIFF\uf7ff\uf780')]).toEqual([0, 82, 73, 70, 70, 255, 128]);
});

test('an address that is not asked for fails without a word and without a request', () => {
  const told: unknown[][] = [];
  sendAudioFileRequest(audioFileRequest('loop.mp3'), {
    onSuccess: () => told.push(['success']),
    onFailure: (...args: unknown[]) => told.push(args),
  });
  expect(told).toEqual([[]]);
});
