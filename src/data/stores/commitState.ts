/** What the editor and the pages read of commits on their way. */
import type { Rifff } from '../contract/rifff.ts';
import type { JamTarget } from '../device.ts';

export interface CommitEntry {
  /** Id of the rifff. */
  id: string;
  /** Immutable; as it will be posted. */
  rifff: Rifff;
  title: string;
  /** Account that it goes to; null until a person signs in. */
  account: string | null;
  /** Room that it goes to; null for the jam of the account. */
  target: JamTarget | null;
  state: 'waiting' | 'sending' | 'refused';
  /** Why it was refused; empty otherwise. */
  reason: string;
  /** Milliseconds since the epoch. */
  queued: number;
}

/** An answer that arrived since the page opened. */
export interface SentAnswer {
  rifffId: string;
  /** What it answers. */
  parent: { jamId: string; rifffId: string };
  /** When its draft was begun by the server's clock, in milliseconds since the epoch; 0 where that is not known. */
  begun: number;
}

export interface CommitState {
  /** What the server does not have, oldest first. */
  entries: CommitEntry[];
  /** How many of them. */
  unsent: number;
  /** Ids of rifffs that arrived since the page opened, newest last. */
  sent: string[];
  /** Those of them that answer another rifff, newest last. */
  sentAnswers: SentAnswer[];
  /** The newest commit from this page's editor, or null. */
  lastId: string | null;
  /** The committed rifff that plays now that it has arrived, or null. */
  autoPlayRifffId: string | null;
  /** The last try failed and another one comes, in this tab or another. */
  isRetrying: boolean;
  /** When that will be, in ms since the epoch; 0 while none is planned. */
  nextTryMs: number;
  /** What stands in the way meanwhile, as the middle of a sentence; '' where that is not known. */
  waitReason: string;
  /** Commits wait for a person to sign in. */
  needsSignIn: boolean;
  /** The visitor who has just committed is asked to sign in. */
  isAsking: boolean;
}
