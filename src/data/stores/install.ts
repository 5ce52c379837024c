/** Can this site be installed as an app here, and has it been? The browser says so once, early. */
import { proxy, ref } from 'valtio/vanilla';

/** Chromium's event; other browsers install from their own menus. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

export interface InstallState {
  offer: InstallPrompt | null;
  isInstalled: boolean;
}

const isApp = () =>
  typeof matchMedia !== 'undefined' && matchMedia('(display-mode: standalone)').matches;

export const install = proxy<InstallState>({ offer: null, isInstalled: isApp() });

if (typeof window !== 'undefined') {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    install.offer = ref(event as InstallPrompt);
  });
  window.addEventListener('appinstalled', () => {
    install.offer = null;
    install.isInstalled = true;
  });
}

/** Asks the browser to install the app; an offer can be used once. */
export async function installApp(): Promise<void> {
  const { offer } = install;
  install.offer = null;
  await offer?.prompt();
}
