/** Attacks on calls: the longest body of each, long addresses, and lists of the heaviest documents. */
import type { TestAccount } from '../../server/testing/accounts.ts';
import { ENDPOINTS, type Endpoint, endpointUrl } from '../../src/data/contract/endpoints.ts';
import { counted } from './documents.ts';

interface Target {
  readonly url: string;
  readonly attackers: readonly TestAccount[];
}

/** Bodies that are dear to parse for their length. */
const BODIES = [60_000, 250_000, 4_000_000].flatMap((bytes) => [
  `[${'[],'.repeat(bytes / 3 - 2)}[]]`,
  `[${'{"a":1},'.repeat(bytes / 8 - 2)}1]`,
  `{${Array.from({ length: bytes / 13 }, (_, at) => `"k${1_000_000 + at}":1`).join(',')}}`,
  `{"rifffs":["${'x'.repeat(bytes)}"]}`,
]);
const AT_ONCE = 8;

/** Every call of the endpoint table but those that end the session, with all bodies, or with a long address. */
export async function everyCall({ url, attackers }: Target): Promise<string> {
  const [who] = attackers;
  const asks: (() => Promise<Response>)[] = [];
  for (const [name, endpoint] of Object.entries(ENDPOINTS) as [string, Endpoint][]) {
    if (/logout|refresh|[sS]ession|deleteAccount|password/.test(name)) continue;
    const path = endpointUrl(endpoint).replace(/:\w+/g, who!.userId);
    const { method } = endpoint;
    const headers = { 'content-type': 'application/json', ...who!.headers };
    if (method === 'GET') {
      const long = `${url}${path}?q=${'%F0%9D%94%B8'.repeat(300)}&${'a=1&'.repeat(2000)}`;
      asks.push(() => fetch(long, { headers: who!.headers, redirect: 'manual' }));
    } else {
      for (const body of BODIES) asks.push(() => fetch(`${url}${path}`, { method, headers, body }));
    }
  }
  const statuses: number[] = [];
  const work = async () => {
    for (let ask = asks.pop(); ask; ask = asks.pop()) {
      const answer = await ask().catch(() => undefined);
      await answer?.arrayBuffer().catch(() => undefined);
      statuses.push(answer?.status ?? 0);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return counted(statuses);
}

/** Forms that are nothing but boundaries, or fields, as many as fit into 5 MB, and eight at once. */
export async function hollowForms({ url, attackers }: Target): Promise<string> {
  const [who] = attackers;
  const headers = { ...who!.headers, 'content-type': 'multipart/form-data; boundary=b' };
  const parts = ['--b\r\n\r\n', '--b\r\ncontent-disposition: form-data; name="f"\r\n\r\nx\r\n'];
  const statuses: number[] = [];
  for (const part of parts) {
    const body = part.repeat(5_000_000 / part.length);
    const send = async () => {
      const address = `${url}/api/jam/${who!.userId}/loops`;
      const answer = await fetch(address, { method: 'POST', headers, body }).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => undefined);
      statuses.push(answer?.status ?? 0);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, send));
  }
  return counted(statuses);
}
