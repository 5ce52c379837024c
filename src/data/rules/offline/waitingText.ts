/** What waits on this device, in plain words. */

const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`;

interface WaitingCounts {
  readonly rifffs: number;
  readonly messages: number;
  /** Drafts, takes and rifffs heard that the account's other devices do not have. */
  readonly changes: number;
}

/** "2 rifffs, 1 message and 3 changes wait to be sent"; '' where nothing does. */
export function waitingText({ rifffs, messages, changes }: WaitingCounts): string {
  const what = [
    rifffs > 0 && count(rifffs, 'rifff'),
    messages > 0 && count(messages, 'message'),
    changes > 0 && count(changes, 'change'),
  ].filter((one) => one !== false);
  const last = what.pop();
  if (last === undefined) return '';
  const named = what.length > 0 ? `${what.join(', ')} and ${last}` : last;
  return `${named} ${rifffs + messages + changes === 1 ? 'waits' : 'wait'} to be sent`;
}

export interface WaitingFacts {
  /** `refused`: sending it again as it is would not help. */
  readonly state: 'waiting' | 'sending' | 'refused';
  /** Why it was refused. */
  readonly reason: string;
  /** Account that it is of; null until a person signs in. */
  readonly account: string | null;
  /** Who is signed in; null for a visitor. */
  readonly reader: string | null;
  readonly isOnline: boolean;
  /** What stands in the way of everything, as the middle of a sentence; '' where that is not known. */
  readonly waitReason: string;
  /** The last try failed. */
  readonly isRetrying: boolean;
}

/** Why something waits, as a sentence without its full stop. */
export function waitingReason(facts: WaitingFacts): string {
  const { state, reason, account, reader, isOnline, waitReason, isRetrying } = facts;
  if (state === 'refused') return `It was not taken: ${reason || 'the server could not read it'}`;
  if (state === 'sending') return 'On its way';
  if (account !== null && reader !== null && account !== reader) {
    return `It waits until ${account} signs in here`;
  }
  if (reader === null) return 'It waits until you sign in';
  if (!isOnline) return 'It waits for the network';
  if (waitReason) return `It waits: ${waitReason}`;
  return isRetrying ? 'The server does not answer. It is tried again' : 'It goes next';
}
