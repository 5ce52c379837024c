import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line between clients and servers that can be cut, and led to another server, as a balancer does. */
export interface Balancer {
  readonly url: string;
  /** Breaks what is connected; new lines are refused until it leads somewhere. */
  cut(): void;
  lead(url: string): void;
  isCut(): boolean;
  close(): void;
}

/** Starts one that leads nowhere. */
export async function startBalancer(): Promise<Balancer> {
  const open = new Set<Socket>();
  let port = 0;
  const server = createServer((near) => {
    if (port === 0) {
      near.destroy();
      return;
    }
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    port = 0;
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    lead: (url) => {
      port = Number(new URL(url).port);
    },
    isCut: () => port === 0,
    close: () => {
      cut();
      server.close();
    },
  };
}
