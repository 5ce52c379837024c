/**
 * What people are called and their pictures, by account, as this page heard it last: whatever shows a person asks here,
 * so that all of a page says the same. Changed only by the functions here.
 */
import { proxy } from 'valtio/vanilla';
import { call, onEveryAnswer } from '../client.ts';
import { ACCOUNT_CALLS } from '../contract/calls.ts';
import {
  accountText,
  isKnownAs,
  type KnownPeople,
  mayBeAsked,
  type NameOf,
  peopleIn,
} from '../rules/sharing/accountText.ts';

/** By account; null for an unknown name, or that could not be asked for. */
export const people = proxy<KnownPeople>({});

/** Asked for together within so many ms. */
const GATHER_MS = 10;
/** Ids of one call. */
const MOST = 100;
/** What was heard is asked again after so many ms, where it is still shown; after a failure sooner. */
const FRESH_MS = 300_000;
const AGAIN_MS = 30_000;

/** When each was asked for last, in ms of `performance.now`. */
const asked = new Map<string, number>();
const wanted = new Set<string>();
let asking: Promise<void> | undefined;

/**
 * Sets a person's name.
 * @param avatarUrl address of their picture, null for none; left out where it was not told
 * @param importedFrom where the name of an imported person comes from
 */
export function learnPerson(
  userId: string,
  displayName: string,
  avatarUrl?: string | null,
  importedFrom?: string,
): void {
  if (!mayBeAsked(userId)) return;
  const known = isKnownAs(people, userId);
  const next = {
    displayName: displayName.trim() || userId,
    avatarUrl: avatarUrl === undefined ? known?.avatarUrl : avatarUrl,
    importedFrom: importedFrom ?? known?.importedFrom,
  };
  const isSame = known?.displayName === next.displayName && known.avatarUrl === next.avatarUrl;
  if (!isSame) people[userId] = next;
}

/** What an answer of the server says of people. */
function learnFrom(data: unknown): void {
  for (const { userId, displayName, avatarUrl, importedFrom } of peopleIn(data)) {
    learnPerson(userId, displayName, avatarUrl, importedFrom);
  }
}
onEveryAnswer(learnFrom);

async function ask(ids: readonly string[]): Promise<void> {
  const nowMs = performance.now();
  for (const id of ids) asked.set(id, nowMs);
  try {
    // Whatever an answer says of people is learned.
    await call(ACCOUNT_CALLS.profiles, { body: { userIds: [...ids] } });
  } catch (cause) {
    console.info('People could not be looked up', cause);
    for (const id of ids) asked.set(id, nowMs - FRESH_MS + AGAIN_MS);
  }
  for (const id of ids) if (isKnownAs(people, id) === undefined) people[id] = null;
}

async function askWanted(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
  asking = undefined;
  const ids = [...wanted];
  wanted.clear();
  for (let from = 0; from < ids.length; from += MOST) await ask(ids.slice(from, from + MOST));
}

/** A person is shown: they are asked for, with others, unless that was done lately. Never rejects. */
export function needPerson(userId: string): Promise<void> | undefined {
  if (!mayBeAsked(userId)) return;
  const since = asked.get(userId);
  if (since !== undefined && performance.now() - since < FRESH_MS) return;
  wanted.add(userId);
  asking ??= askWanted();
  return asking;
}

/** What is known of a person may be old: they are asked for again where they are shown. */
export function askAgain(userId: string): void {
  asked.delete(userId);
}

/** What an account is called, as far as it is known now. */
export const nameNow: NameOf = (userId, rifff) => accountText(userId, rifff?.importedNames, people);

/** What an account is called, asked for first where nothing is known of it. Never rejects. */
export async function nameSoon(userId: string): Promise<string> {
  if (isKnownAs(people, userId) === undefined) await needPerson(userId);
  return nameNow(userId);
}
