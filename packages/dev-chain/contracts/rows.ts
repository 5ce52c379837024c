import type { Host } from '../host.ts';

/** Lists of keys in the order in which they were added: a page of one is a single read. */

const PLACES = 'places';
const rowKey = (list: string, place: number) => `${list}/${String(place).padStart(12, '0')}`;
const countKey = (list: string) => `#${list}`;

async function readNumber(host: Host, key: string): Promise<number> {
  return Number((await host.get(key)) ?? 0);
}

/** A place after every place that was given out before. */
export async function nextPlace(host: Host): Promise<number> {
  const place = await readNumber(host, PLACES);
  host.set(PLACES, String(place + 1));
  return place;
}

export const countRows = (host: Host, list: string): Promise<number> =>
  readNumber(host, countKey(list));

async function addCount(host: Host, list: string, change: 1 | -1): Promise<void> {
  const count = (await countRows(host, list)) + change;
  if (count > 0) host.set(countKey(list), String(count));
  else host.remove(countKey(list));
}

export async function addRow(host: Host, list: string, place: number, key: string): Promise<void> {
  host.set(rowKey(list, place), key);
  await addCount(host, list, 1);
}

/** The row must be there. */
export async function removeRow(host: Host, list: string, place: number): Promise<void> {
  host.remove(rowKey(list, place));
  await addCount(host, list, -1);
}

/** What stands under the keys of a page of the list: two reads. */
export async function readRows(
  host: Host,
  list: string,
  from: number,
  limit: number,
): Promise<{ key: string; value: string }[]> {
  if (limit === 0) return [];
  const keys = (await host.list(`${list}/`, from, limit)).map((row) => row.value);
  if (keys.length === 0) return [];
  const values = await host.getMany(keys);
  return keys.map((key, index) => ({ key, value: values[index]! }));
}
