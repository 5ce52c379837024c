/**
 * The worker of the pages: it is registered when the page has nothing better to do, and says when a newer build is
 * here.
 */
import { proxy } from 'valtio/vanilla';
import { offerFetched, registerWorker, tellWorker } from '../worker.ts';

export const newVersion = proxy({
  /** A newer build is on this device, and waits. */
  isHere: false,
});

/** Pages that stay open ask for a newer build this often at most. */
const ASK_AGAIN_MS = 3_600_000;

let waiting: ServiceWorker | null = null;
let isStarted = false;

function follow(worker: ServiceWorker | null): void {
  const look = () => {
    // The first worker of all does not wait.
    if (worker?.state !== 'installed' || !navigator.serviceWorker.controller) return;
    waiting = worker;
    newVersion.isHere = true;
  };
  worker?.addEventListener('statechange', look);
  look();
}

function askAgain(registration: ServiceWorkerRegistration): void {
  let askedMs = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - askedMs < ASK_AGAIN_MS) return;
    askedMs = Date.now();
    registration.update().catch(() => {}); // without a network there is none to ask
  });
}

/** Keeps this build, and what is heard from now on, for times without a network. Runs once. */
export async function startKeeping(): Promise<void> {
  if (isStarted || !import.meta.env.PROD) return;
  isStarted = true;
  const wasControlled = navigator.serviceWorker?.controller != null;
  const registration = await registerWorker();
  if (!registration) return;
  follow(registration.waiting);
  registration.addEventListener('updatefound', () => follow(registration.installing));
  askAgain(registration);
  const fill = () => tellWorker({ type: 'fill' });
  if (wasControlled) return fill();
  const begin = () => void offerFetched().then(fill);
  if (navigator.serviceWorker.controller) begin();
  else navigator.serviceWorker.addEventListener('controllerchange', begin, { once: true });
}

/** Goes on with the newer build: the page is loaded again. */
export function takeNewVersion(): void {
  const reload = () => location.reload();
  // Another page has taken it meanwhile.
  if (waiting?.state !== 'installed') {
    reload();
    return;
  }
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  waiting.postMessage({ type: 'activate' });
}
