import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/**
 * A database of this device that is opened when it is first asked for, and again after it was lost or had to make way
 * for a newer page.
 * @param upgrade makes the stores of version 1
 * @returns what opens it; it rejects where the browser refuses storage, and the next call tries again
 */
export function lazyDatabase<Schema extends DBSchema>(
  name: string,
  upgrade: (database: IDBPDatabase<Schema>) => void,
): () => Promise<IDBPDatabase<Schema>> {
  let opened: Promise<IDBPDatabase<Schema>> | null = null;
  const forget = () => {
    opened = null;
  };
  return () => {
    opened ??= openDB<Schema>(name, 1, {
      upgrade: (database) => upgrade(database),
      blocking(_from, _to, event) {
        (event.target as IDBDatabase).close();
        forget();
      },
      terminated: forget,
    });
    opened.catch(forget);
    return opened;
  };
}
