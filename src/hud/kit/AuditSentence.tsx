import type { AuditAction, AuditEntry } from '../../data/contract/sharing.ts';
import { PersonLink } from '../parts/shares/Byline.tsx';

/** What was done, before the share or the person that it was done to. */
export const AUDIT_WORDS: Readonly<Record<AuditAction, string>> = {
  remove: 'removed',
  restore: 'brought back',
  dismiss: 'left',
  'remove-displayName': 'took off the display name of',
  'remove-bio': 'took off the text about',
  'remove-links': 'took off the links of',
  'remove-picture': 'took off the picture of',
  'remove-track': 'took off the pinned track of',
  suspend: 'suspended',
  lift: 'lifted the suspension of',
  'accept-appeal': 'accepted the appeal of',
  'refuse-appeal': 'refused the appeal of',
  'remove-message': 'removed a message of',
  'remove-rifff': 'removed a rifff of',
  'dismiss-message': 'kept a reported message of',
  'dismiss-rifff': 'kept a reported rifff of',
  'remove-comment': 'removed a comment of',
  'dismiss-comment': 'kept a reported comment of',
  'remove-club': 'took out a club of',
  'remove-look': 'deleted a look of',
  'remove-playlist': 'deleted a playlist of',
  'dismiss-club': 'kept a reported club of',
  'dismiss-look': 'kept a reported look of',
  'dismiss-profile': 'kept the reported profile of',
  'change-settings': 'changed settings',
  'make-admin': 'made administrator',
  'make-moderator': 'made moderator',
  'end-office': 'ended the office of',
  'forget-factors': 'removed the second factors of',
  'choose-winner': 'chose as the rifff of the week',
  'clear-winner': 'took the week from',
  'set-mode': 'set what the server takes',
  announce: 'announced',
  'end-announcement': 'took an announcement away',
  'run-job': 'ran a job',
  'send-mail': 'sent mail again',
  'back-up': 'began a backup',
  'make-class': 'made a class',
  'delete-class': 'deleted a class',
  'make-cards': 'made cards of a class',
  'end-cards': 'ended cards of a class',
  'move-pupil': 'made a link that moves out',
  'remove-pupil': 'deleted the account of',
};

/** What is about the whole server or a class, and about no person and no share. */
const OF_SERVER: readonly AuditAction[] = [
  'change-settings',
  'set-mode',
  'announce',
  'end-announcement',
  'run-job',
  'send-mail',
  'back-up',
  'make-class',
  'delete-class',
  'make-cards',
  'end-cards',
];

/** One line of the audit: who did what to whom, and why. */
export function AuditSentence({ entry }: { entry: AuditEntry }) {
  const { moderator, action, shareId, user, title, reason } = entry;
  const isOfServer = OF_SERVER.includes(action);
  return (
    <>
      <PersonLink userId={moderator} /> {AUDIT_WORDS[action]}
      {isOfServer ? '' : ' '}
      {!isOfServer && shareId === '' && <PersonLink userId={user} />}
      {shareId !== '' && <strong className="medium">{title || 'Untitled'}</strong>}
      <span className="muted">: {reason}</span>
    </>
  );
}
