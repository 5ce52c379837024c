import type { JsonColumn } from './schemaJams.ts';

/** One packs row: a family of loops that fit together. */
export interface PackRow {
  id: string;
  name: string;
  description: string;
  bps: number;
  root: number;
  scale: number;
  /** Order in lists. */
  position: number;
  /** Of a partner's collection: what unlocks it; null, or left out when it is made, for every other pack. */
  product?: string | null;
  partner?: string | null;
  /** `CollectionLicenceSchema` as JSON text. */
  licence?: string | null;
}

/**
 * Who may see a loop in the library; a retired loop still sounds in the rifffs that hold it, an unlisted one is found by
 * chance alone.
 */
export type Approval = 'approved' | 'retired' | 'unlisted';

/** Where a loop came from: only the seed may change or retire what the seed brought, and only its round the stock. */
export type LoopOrigin = 'starter' | 'upload' | 'stock';

/** One loops row. `doc` is the Loop document without computed keys; the columns repeat what is searched. */
export interface LoopRow {
  id: string;
  creatorId: string;
  /** Milliseconds since the epoch. */
  created: number;
  category: string;
  packId: string | null;
  /** The name as search compares it. */
  nameFolded: string;
  isLibrary: boolean;
  origin: LoopOrigin;
  approval: Approval;
  /** Removed loops are tombstones: they keep their timing and lose their sound. */
  isRemoved: boolean;
  doc: JsonColumn;
  /** SHA-256 of what was uploaded, so that uploading it again can be told from a conflict; null for the seed's. */
  digest: string | null;
  /** Of a partner's collection: what unlocks it; null, or left out when it is made, for every other loop. */
  product?: string | null;
}

/** One media row: the key that clients see, random for each loop, and the content that it stands for. */
export interface MediaRow {
  key: string;
  /** SHA-256 of the content in hex: its name in the blob store. */
  hash: string;
  mime: string;
  size: number;
  loopId: string;
  /** Who uploaded it; null for the seed's. */
  userId?: string | null;
}

/** One starterRifffs row. `doc` is a Rifff with an empty list of loops: they are embedded on reading. */
export interface StarterRifffRow {
  id: string;
  title: string;
  position: number;
  doc: JsonColumn;
}
