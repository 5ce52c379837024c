import { proxy } from 'valtio/vanilla';
import { merge } from './merge.ts';

interface FieldState {
  /** Silent, wanted but not heard yet, or heard. */
  status: 'silent' | 'waiting' | 'playing';
  /** Rifffs of the field that are heard, the nearest first. */
  heard: number[];
  /** Rifffs of which no loop could be fetched. */
  failed: number[];
  /** Beats a minute of the field; 0 before there is one. */
  bpm: number;
}

/** The sound of the field of rifffs. Written by `audio/arcade` only. */
export const field = proxy<FieldState>({ status: 'silent', heard: [], failed: [], bpm: 0 });

const isSame = (a: unknown, b: unknown) =>
  a === b || (Array.isArray(a) && Array.isArray(b) && a.join() === b.join());

/** Merges a change, skipping fields that do not differ. */
export const patchField = (change: Partial<FieldState>): void => merge(field, change, isSame);
