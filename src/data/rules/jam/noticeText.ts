/** What notices say. Pure. */
import type { Notice } from '../../contract/notices.ts';

/** Who did what, for instance `mia answered you in Kitchen`. */
export function noticeText({ kind, displayName, jamName }: NoticeFacts): string {
  const who = displayName.trim() || 'Somebody';
  if (kind === 'knock') return `${who} would like an answer in ${jamName}`;
  return kind === 'remix'
    ? `${who} remixed you in ${jamName}`
    : `${who} answered you in ${jamName}`;
}

type NoticeFacts = Pick<Notice, 'kind' | 'displayName' | 'jamName'>;

/** A number as a badge has room for it; '' for none. */
export function badgeText(unread: number): string {
  if (unread <= 0) return '';
  return unread > 99 ? '99+' : String(unread);
}

/** What is played for a notice: the question, then the answer; what is gone is left out. */
export function questionAndAnswer({ parent, rifff }: Pick<Notice, 'parent' | 'rifff'>) {
  return [parent, rifff].filter((one) => one !== null && one.loops.length > 0);
}

/** Until when everything counts as read once a list was looked at: the time of its newest; null for an empty one. */
export function readUntil(notices: readonly Pick<Notice, 'created' | 'isRead'>[]): number | null {
  const unread = notices.filter(({ isRead }) => !isRead);
  return unread.length === 0 ? null : Math.max(...unread.map(({ created }) => created));
}
