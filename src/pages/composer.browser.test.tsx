import '../hud/system/base.css';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Engine } from '../audio/engine/Engine.ts';
import { encodeTrack } from '../audio/export/trackFile.ts';
import { decodeFile } from '../audio/export/uploadFiles.ts';
import { MAX_IMAGE_BYTES } from '../data/contract/chat.ts';
import type { MessageDocument } from '../data/device.ts';
import { MessageSender } from '../data/outbox/messages.ts';
import { listUnsent, removeMessage } from '../data/outbox/store.ts';
import { EngineProvider } from '../hud/EngineContext.tsx';
import { ChatComposer } from '../hud/studio/chat/ChatComposer.tsx';
import type { ChatFeed } from '../hud/studio/chat/useChatFeed.ts';

const JAM = 'band1';
const engine = { studio: async () => ({ encodeTrack }) } as unknown as Engine;
const sender = new MessageSender({ account: () => 'ada', sent: () => {}, changed: () => {} });
/** What the composer asks of the talk: what is said is kept here and sent by the real sender. */
const toOutbox = {
  say: (saying: Parameters<ChatFeed['say']>[0]) => sender.say({ jamId: JAM, ...saying }),
} as ChatFeed;

interface ComposerProps {
  feed?: ChatFeed;
  longestVoiceSec?: number;
}

function Composer({ feed = toOutbox, longestVoiceSec = 60 }: ComposerProps) {
  const [isHere, setHere] = useState(true);
  return (
    <EngineProvider engine={engine}>
      <main>
        {isHere && (
          <ChatComposer
            feed={feed}
            isWordsOnly={false}
            replyTo={null}
            onReplyEnd={() => {}}
            card={null}
            longestVoiceSec={longestVoiceSec}
          />
        )}
        <button type="button" onClick={() => setHere(false)}>
          Go
        </button>
      </main>
    </EngineProvider>
  );
}

/** Every microphone that was opened, to see that it is let go. */
const tracks: MediaStreamTrack[] = [];
const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);

async function clearDevice(): Promise<void> {
  for (const { id } of await listUnsent()) await removeMessage(id);
}
beforeEach(async () => {
  await clearDevice();
  // No server, or one that knows no such call (forms go another way): what is said stays in the outbox.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async (wish) => {
    const stream = await open(wish);
    tracks.push(...stream.getTracks());
    return stream;
  });
});
afterEach(async () => {
  sender.stop();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  tracks.length = 0;
  await clearDevice();
});

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const box = () => page.getByRole('textbox', { name: 'Message' });
const said = (words: RegExp) =>
  expect.poll(() => page.getByRole('alert').query()?.textContent).toMatch(words);
const isLetGo = () => tracks.length > 0 && tracks.every(({ readyState }) => readyState === 'ended');
/** Waits until a second or more was recorded. */
const recordSome = () => expect.element(page.getByText(/^\d:(?!00)\d\d$/)).toBeVisible();

/** The one message of the outbox, once it is there. */
async function waiting(): Promise<MessageDocument> {
  await expect.poll(async () => (await listUnsent()).length).toBe(1);
  return (await listUnsent())[0]!;
}

/** A voice message as a server takes it: Ogg Vorbis of so many seconds. */
async function expectVoice({ voice, text }: MessageDocument, sec: number): Promise<void> {
  const bytes = new Uint8Array(await voice!.arrayBuffer());
  expect(String.fromCharCode(...bytes.subarray(0, 4))).toBe('OggS');
  expect(String.fromCharCode(...bytes.subarray(29, 35))).toBe('vorbis');
  const { duration } = await decodeFile(voice!, 48_000);
  expect(duration).toBeGreaterThan(sec / 2);
  expect(text).toBe('');
}

test('a recorded message waits to be sent as Ogg Vorbis, and what was being written stays', async () => {
  await render(<Composer />);
  await userEvent.fill(box(), 'half a sen');
  await press('Record a voice message');
  await recordSome();
  await press('Send');
  await expectVoice(await waiting(), 1);
  await expect.poll(isLetGo).toBe(true);
  await expect.element(box()).toHaveValue('half a sen');
  expect(page.getByRole('alert').elements()).toEqual([]);
});

test('what is thrown away is sent to nobody, and the microphone is let go', async () => {
  await render(<Composer />);
  await press('Record a voice message');
  await recordSome();
  await press('Throw away');
  await expect.element(box()).toBeVisible();
  await expect.poll(isLetGo).toBe(true);
  // As does leaving the page.
  tracks.length = 0;
  await press('Record a voice message');
  await recordSome();
  await press('Go');
  await expect.poll(isLetGo).toBe(true);
  expect(await listUnsent()).toEqual([]);
});

test('after one was thrown away, what ends by itself is sent: the microphone is gone, or time is over', async () => {
  const { rerender } = await render(<Composer />);
  await press('Record a voice message');
  await recordSome();
  await press('Throw away');
  await expect.poll(isLetGo).toBe(true);
  await press('Record a voice message');
  await recordSome();
  for (const track of tracks) track.stop();
  await expectVoice(await waiting(), 1);
  await clearDevice();
  await rerender(<Composer longestVoiceSec={2} />);
  await press('Record a voice message');
  await expectVoice(await waiting(), 2);
});

test('a microphone that is refused is said, and one can still write', async () => {
  vi.mocked(navigator.mediaDevices.getUserMedia).mockRejectedValue(
    new DOMException('Permission denied', 'NotAllowedError'),
  );
  await render(<Composer />);
  await userEvent.fill(box(), 'hello');
  await press('Record a voice message');
  await said(/The microphone could not be used\. Allow it for this page/);
  await expect.element(box()).toHaveValue('hello');
  await press('Send');
  expect(await waiting()).toMatchObject({ text: 'hello', voice: null });
});

test('pictures that no server takes are left out with their reason, and nothing that was written is lost', async () => {
  await render(<Composer />);
  await userEvent.fill(box(), 'look');
  const picture = (name: string, type: string, bytes = 10) =>
    new File([new Uint8Array(bytes)], name, { type });
  const choose = (files: File[]) => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
    const list = new DataTransfer();
    for (const file of files) list.items.add(file);
    input.files = list.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const chosen = page.getByRole('list', { name: 'Chosen pictures' }).getByRole('listitem');
  choose([
    picture('a.png', 'image/png'),
    picture('b.pdf', 'application/pdf'),
    picture('c.gif', 'image/gif', MAX_IMAGE_BYTES + 1),
  ]);
  await said(/b\.pdf.*PNG, JPEG, WebP or GIF/);
  await said(/c\.gif.*at most 5 MB/);
  await expect.poll(() => chosen.elements().length).toBe(1);
  choose(Array.from({ length: 8 }, (_, at) => picture(`${at}.png`, 'image/png')));
  await said(/At most 8 pictures at once/);
  await expect.poll(() => chosen.elements().length).toBe(8);
  await expect.element(box()).toHaveValue('look');
  await press('Send');
  const { text, images } = await waiting();
  expect(text).toBe('look');
  expect(images).toHaveLength(8);
  await expect.element(box()).toHaveValue('');
  expect(page.getByRole('alert').elements()).toEqual([]);
});

test('what this device cannot keep stands in the field again', async () => {
  const full = { say: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) };
  await render(<Composer feed={full as unknown as ChatFeed} />);
  await userEvent.fill(box(), 'hello');
  await press('Send');
  await said(/could not be kept/);
  await expect.element(box()).toHaveValue('hello');
});
