// Shows what is pushed to this device and opens its page. It keeps nothing and answers no request of a page.

/** The path of a message, only where it is one of this site. */
function addressOf(path) {
  const url = URL.parse(typeof path === 'string' ? path : '/', self.location.origin);
  return url?.origin === self.location.origin ? url.href : self.location.origin;
}

/** What was pushed; a browser wants something shown for every message, also for one that cannot be read. */
function read(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

self.addEventListener('push', (event) => {
  const { title = 'Rondo', body = 'Something happened to you', path, tag } = read(event.data);
  event.waitUntil(
    self.registration.showNotification(String(title), {
      body: String(body),
      icon: '/apple-touch-icon.png',
      ...(typeof tag === 'string' && { tag }),
      data: { url: addressOf(path) },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { url } = event.notification.data;
  event.waitUntil(
    (async () => {
      const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
      const open = pages.find((page) => page.url === url);
      if (open) return open.focus();
      // What plays in an open page goes on: the message opens beside it.
      return self.clients.openWindow(url);
    })(),
  );
});
