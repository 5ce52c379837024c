import type { ColumnType } from 'kysely';
import type { LookAccess } from '../../../src/data/contract/savedLooks.ts';
import type { JsonColumn } from './schemaJams.ts';

/** One looks row: a look that an account keeps. */
export interface LookRow {
  id: string;
  ownerId: string;
  /** A `LookDocument`. */
  document: JsonColumn;
  access: LookAccess;
  /** Ms, as `changed`. */
  created: number;
  changed: number;
  /** Jams with a `roomLooks` row of it; kept up to date with those. */
  jamCount: number;
}

/** One lookMakers row: a look that another was made from. */
export interface LookMakerRow {
  /** The look that was made. */
  lookId: string;
  /** 0 is the nearest. */
  position: number;
  /** A look of the house by its name, or one that is or was kept. */
  madeFromKey: string;
  /** What it was called then. */
  name: string;
  /** Who made it; empty for a look of the house, and for a person who left. */
  userId: string;
}

/** A look as a jam or a share took it. */
interface LookCopyRow {
  /** As `madeFromKey`. */
  lookKey: string;
  /** A `LookDocument`; null for a look of the house. */
  document: ColumnType<unknown, string | null, string | null>;
  /** Who made it; empty as in `lookMakers`. */
  userId: string;
}

/** One roomLooks row: a look that a jam uses, as it was when the jam took it. Positions count up, and may have gaps. */
export interface RoomLookRow extends LookCopyRow {
  /** Short id. */
  jamId: string;
  position: number;
}

/** One shareLooks row: the look that its sharer chose for a share, as it was then. */
export interface ShareLookRow extends LookCopyRow {
  shareId: string;
}
