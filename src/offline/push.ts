/** Shows what is pushed to this device and opens its page. */
import type { PushedEvent, WorkerScope } from './scope.ts';

/** What was pushed; a browser wants something shown for every message, also for one that cannot be read. */
function read(data: PushedEvent['data']): Record<string, unknown> {
  try {
    return (data?.json() as Record<string, unknown> | null) ?? {};
  } catch {
    return {};
  }
}

export function installPush(scope: WorkerScope): void {
  /** The address of a message, only where it is one of this site. */
  const addressOf = (path: unknown) => {
    const isPath = typeof path === 'string' && path.startsWith('/');
    return new URL(isPath ? `.${path}` : '.', scope.location.href).href;
  };
  scope.addEventListener('push', (event) => {
    const { title = 'Rondo', body = 'Something happened to you', path, tag } = read(event.data);
    event.waitUntil(
      scope.registration.showNotification(String(title), {
        body: String(body),
        icon: 'apple-touch-icon.png',
        ...(typeof tag === 'string' && { tag }),
        data: { url: addressOf(path) },
      }),
    );
  });
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { url } = event.notification.data;
    const open = async () => {
      const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
      const page = pages.find((one) => one.url === url);
      // What plays in an open page goes on: the message opens beside it.
      return page ? page.focus() : scope.clients.openWindow(url);
    };
    event.waitUntil(open());
  });
}
