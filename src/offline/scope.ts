/** What the worker uses of a browser (Service Workers, W3C): the library of the pages does not know this scope. */

export interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface RequestEvent extends LastingEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

export interface ToldEvent extends LastingEvent {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
}

export interface PushedEvent extends LastingEvent {
  readonly data: { json(): unknown } | null;
}

export interface TappedEvent extends LastingEvent {
  readonly notification: { readonly data: { readonly url: string }; close(): void };
}

interface PageClient {
  readonly url: string;
  focus(): Promise<unknown>;
}

interface Events {
  install: LastingEvent;
  activate: LastingEvent;
  fetch: RequestEvent;
  message: ToldEvent;
  push: PushedEvent;
  notificationclick: TappedEvent;
}

export interface WorkerScope {
  readonly location: { readonly href: string };
  readonly navigator: { readonly connection?: { readonly saveData?: boolean } };
  readonly caches: CacheStorage;
  fetch(request: Request | string, init?: RequestInit): Promise<Response>;
  addEventListener<K extends keyof Events>(name: K, listener: (event: Events[K]) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<PageClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  readonly registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>;
  };
}

/** What keeps and fetches: a part of the scope, so that tests have one of their own. */
export type Keeping = Pick<WorkerScope, 'caches' | 'fetch'> & {
  /** Where the site begins, with a slash at its end, such as `https://example.org/rondo/`. */
  readonly home: string;
  now(): number;
};
