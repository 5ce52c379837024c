/** Everything that waits on this device to be sent: rifffs that were committed, and what was said in rooms. */
import { proxy, ref, subscribe } from 'valtio/vanilla';
import { subscribeKey } from 'valtio/vanilla/utils';
import type { MessageDocument } from '../device.ts';
import { MessageSender } from '../outbox/messages.ts';
import { followMessages, listUnsent } from '../outbox/store.ts';
import { sendNow, startCommits } from './commit.ts';
import { session } from './session.ts';
import { ui } from './ui.ts';

/** What was said and is not there yet, oldest first. */
export const unsent = proxy<{ messages: readonly MessageDocument[] }>({ messages: ref([]) });

const accountNow = () => (session.status === 'in' ? (session.user?.user_id ?? null) : null);

let isStarted = false;
let reading = 0;

async function read(): Promise<void> {
  reading += 1;
  const mine = reading;
  const messages = await listUnsent();
  if (mine === reading) unsent.messages = ref(messages);
}

const sender = new MessageSender({
  account: accountNow,
  sent: () => {},
  changed: () => void read(),
});

/** Tries at once to send everything that waits. */
export function sendEverything(): void {
  sendNow();
  if (unsent.messages.length > 0) void sender.sendNow();
}

/** Takes up what waits on this device, whatever room it is for, and sends it when there is a way. Runs once. */
export function startSending(): void {
  void startCommits();
  if (isStarted) return;
  isStarted = true;
  followMessages(() => void read());
  const send = async () => {
    await read();
    if (unsent.messages.length > 0) await sender.sendNow();
  };
  // The server may be back although the network never went.
  subscribeKey(ui, 'isOnline', (isOnline) => isOnline && sendEverything());
  let account = accountNow();
  subscribe(session, () => {
    if (accountNow() === account) return;
    account = accountNow();
    if (account !== null) void send();
  });
  void send();
}

/** Forgets a message that was not sent. */
export async function discardMessage(id: string): Promise<void> {
  await sender.discard(id);
}

/** Tries a message again that was refused. */
export async function retryMessage(id: string): Promise<void> {
  await sender.resend(id);
}
