/** What was said in jams and did not arrive yet, as pages show it, and the one sender of this page. */
import { proxy } from 'valtio/vanilla';
import type { ChatMessage } from '../contract/chat.ts';
import type { MessageDocument } from '../device.ts';
import { MessageSender, type Saying } from '../outbox/messages.ts';
import { listUnsent } from '../outbox/store.ts';
import { session } from './session.ts';

/** A message on its way, without its files. */
export type UnsentMessage = Pick<
  MessageDocument,
  'id' | 'jamId' | 'account' | 'text' | 'replyTo' | 'state' | 'reason' | 'queued'
> & { readonly images: number; readonly hasVoice: boolean; readonly isSending: boolean };

export interface Messages {
  /** Of every jam and account of this device, oldest first. */
  unsent: UnsentMessage[];
}

/** Changed by this file alone. */
export const messages: Messages = proxy<Messages>({ unsent: [] });

let onArrived: (message: ChatMessage) => void = () => {};

const sender = new MessageSender({
  account: () => session.user?.user_id ?? null,
  sent: (message) => onArrived(message),
  changed: () => void show(),
});

async function show(): Promise<void> {
  const documents = await listUnsent();
  messages.unsent = documents.map(({ images, voice, rifff: _, ...rest }) => ({
    ...rest,
    images: images.length,
    hasVoice: voice !== null,
    isSending: rest.id === sender.sendingId,
  }));
}

/**
 * Begins to send what the device still has, now and whenever the network is back. Called again for whoever signs in.
 * @param arrived hears of messages that the server has: `putMessages` shows them
 * @returns ends it
 */
export function startMessages(arrived: (message: ChatMessage) => void): () => void {
  onArrived = arrived;
  const again = () => void sender.sendNow();
  addEventListener('online', again);
  void show().then(again);
  return () => {
    removeEventListener('online', again);
    sender.stop();
  };
}

/** Says something. @returns false when it was not sent: it stays among `unsent` and is tried again */
export const say = (saying: Saying): Promise<boolean> => sender.say(saying);
/** Tries one again now. @returns whether it arrived */
export const resend = (id: string): Promise<boolean> => sender.resend(id);
/** Forgets one that was not sent. */
export const discard = (id: string): Promise<void> => sender.discard(id);
