/** Messages to this device: asking for leave and subscribing. The worker of the pages shows them. */
import type { PushBody } from './contract/notifications.ts';
import { registerWorker } from './worker.ts';

/** Why messages cannot be turned on here. */
export class PushRefused extends Error {
  /** `blocked`: the person or the browser said no; `unsupported`: the browser has no push here. */
  readonly reason: 'blocked' | 'unsupported';

  constructor(reason: PushRefused['reason']) {
    super(
      reason === 'blocked'
        ? 'This browser was told not to show messages. Allow them in its settings for this site.'
        : 'This browser cannot show messages here.',
    );
    this.name = 'PushRefused';
    this.reason = reason;
  }
}

/** Can this browser be pushed to? On iPhones only once the site was put on the home screen. */
export const isPushSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const textOf = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/**
 * Asks for leave and subscribes this device; only from a tap, for browsers refuse it otherwise.
 * @param publicKey of the server, in base64url
 * @throws PushRefused
 */
export async function subscribeHere(publicKey: string): Promise<PushBody> {
  if (!isPushSupported()) throw new PushRefused('unsupported');
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefused('blocked');
  if (!(await registerWorker())) throw new PushRefused('unsupported');
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  // A subscription is for one key: that of another server, or of this one before it got a new one, is of no use.
  const isOurs = known && textOf(known.options.applicationServerKey) === publicKey;
  if (known && !isOurs) await known.unsubscribe();
  const subscription =
    known && isOurs
      ? known
      : await pushManager
          .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
          .catch((cause: unknown) => {
            throw Object.assign(new PushRefused('unsupported'), { cause });
          });
  const { endpoint = '', keys } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } };
}

/** Ends the subscription of this device, as its browser keeps it. */
export async function unsubscribeHere(): Promise<void> {
  if (!isPushSupported()) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}
