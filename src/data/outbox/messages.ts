/**
 * Messages of a jam: kept on the device before they are sent, so that none is lost, and sent again with the back-off of
 * sync until they arrive or are refused.
 */
import { call } from '../client.ts';
import { CHAT_CALLS } from '../contract/calls.ts';
import type { ChatMessage } from '../contract/chat.ts';
import { MESSAGES } from '../contract/messages.ts';
import type { MessageDocument } from '../device.ts';
import { newId } from '../rules/ids.ts';
import { sendForm } from '../sendForm.ts';
import { Queue } from './queue.ts';
import { listUnsent, putMessage, readMessage, removeMessage } from './store.ts';

/** A message as it is written; parts that are left out are none. Files come with a text or without. */
export interface Saying {
  readonly jamId: string;
  readonly text: string;
  readonly images?: readonly Blob[];
  /** Ogg Vorbis or FLAC. */
  readonly voice?: Blob | null;
  readonly replyTo?: string | null;
  readonly rifff?: { readonly jamId: string; readonly rifffId: string } | null;
}

/** Names of files, which the server does not look at. */
const IMAGE_NAME = 'image';
const VOICE_NAME = 'voice.ogg';

/** Sends one message. The same again is the same message. @throws ApiError */
async function post(document: MessageDocument): Promise<ChatMessage> {
  const { id, jamId, text, images, voice, replyTo, rifff } = document;
  const params = { id: jamId };
  if (voice || images.length > 0) {
    const form = new FormData();
    form.set('id', id);
    if (text !== '') form.set('message', text);
    for (const image of images) form.append('image', image, IMAGE_NAME);
    if (voice) form.set('file', voice, VOICE_NAME);
    const target = voice ? CHAT_CALLS.postVoice : CHAT_CALLS.postImages;
    return (await sendForm(target, { params }, form)).message;
  }
  const body = { id, message: text };
  if (replyTo !== null) {
    const at = { id: jamId, messageId: replyTo };
    return (await call(CHAT_CALLS.reply, { params: at, body })).message;
  }
  const card = rifff && { rifff };
  return (await call(CHAT_CALLS.postMessage, { params, body: { ...body, ...card } })).message;
}

/** What follows the sending, and knows the account. */
export interface MessagesListener {
  /** Account whose messages may go now, or null. */
  account(): string | null;
  /** The server has it. */
  sent(message: ChatMessage): void;
  /** What waits changed. */
  changed(): void;
}

/** Sends what was said, oldest first, one tab of the browser at a time. */
export class MessageSender {
  readonly #listener: MessagesListener;
  readonly #queue: Queue<MessageDocument>;

  constructor(listener: MessagesListener) {
    this.#listener = listener;
    this.#queue = new Queue<MessageDocument>({
      lock: 'rondo/messages',
      list: async () => (await listUnsent()).map(({ id }) => id),
      async take(id) {
        const document = await readMessage(id);
        const isReady = document?.state === 'waiting' && document.account === listener.account();
        return isReady ? document : undefined;
      },
      async send(document) {
        const message = await post(document);
        await removeMessage(document.id);
        listener.sent(message);
      },
      async failed(document, cause, isRefused) {
        console.error(MESSAGES.postingChatError);
        console.info(cause);
        // One that was dropped meanwhile must not come back.
        if (!isRefused || !(await readMessage(document.id))) return;
        await putMessage({ ...document, state: 'refused', reason: (cause as Error).message });
      },
      moved: async () => listener.changed(),
      stands() {},
    });
  }

  /** Id of the message that is on its way, or null. */
  get sendingId(): string | null {
    return this.#queue.sendingId;
  }

  /** When what failed is tried again, in ms since the epoch; 0 while nothing waits for that. */
  get nextTryMs(): number {
    return this.#queue.nextTryMs;
  }

  /**
   * Says something, now. What does not arrive stays and is tried again.
   * @returns false when it was not sent yet, or was refused; without an account nothing is said: false
   */
  async say({ images = [], voice = null, ...saying }: Saying): Promise<boolean> {
    const account = this.#listener.account();
    if (account === null) return false;
    const { replyTo = null, rifff = null, ...said } = saying;
    const document: MessageDocument = {
      id: newId(),
      account,
      ...said,
      images,
      voice,
      replyTo,
      rifff,
      state: 'waiting',
      reason: '',
      queued: Date.now(),
    };
    await putMessage(document);
    this.#listener.changed();
    await this.sendNow();
    return (await readMessage(document.id)) === undefined;
  }

  /** Sends what waits, whatever pause was being kept. Resolves once it was tried. */
  sendNow(): Promise<void> {
    return this.#queue.sendNow();
  }

  /** Tries a refused message again, or a waiting one at once. @returns whether it arrived */
  async resend(id: string): Promise<boolean> {
    const document = await readMessage(id);
    if (!document) return true;
    await putMessage({ ...document, state: 'waiting', reason: '' });
    await this.sendNow();
    return (await readMessage(id)) === undefined;
  }

  /** Forgets a message that was not sent. */
  async discard(id: string): Promise<void> {
    await removeMessage(id);
    this.#listener.changed();
  }

  /** Tries nothing again until something is said or sent. */
  stop(): void {
    this.#queue.stop();
  }
}
