import type { Migration } from 'kysely/migration';
import { library } from './library.ts';

/** Every migration by name. Names sort in the order of time; one that was released never changes. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-library': library,
};
