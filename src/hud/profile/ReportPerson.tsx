import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Profile } from '../../data/contract/accounts.ts';
import type { SharedRifff } from '../../data/contract/sharing.ts';
import { sharedByQuery } from '../../data/queries/feed.ts';
import { allShares } from '../../data/rules/sharing/shares.ts';
import { contactHref } from '../parts/page/DestinationLink.tsx';
import { useSite } from '../parts/page/page.ts';
import { RifffDisc } from '../parts/rings/RifffDisc.tsx';
import { ReportDialog } from '../parts/shares/ReportDialog.tsx';
import { useReader } from '../parts/shares/useReader.ts';
import { Button } from '../system/Button.tsx';
import { Dialog } from '../system/Dialog.tsx';
import styles from './Profile.module.css';

interface ReportPersonProps {
  profile: Profile;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

/** Leads to the report of what somebody shared; for what has no report of its own it says where to turn. */
export function ReportPerson({ profile, isOpen, onOpenChange }: ReportPersonProps) {
  const reader = useReader();
  const contact = useSite()?.operatorContact;
  const { data } = useInfiniteQuery(sharedByQuery(profile.user_id, reader));
  const [reported, setReported] = useState<SharedRifff | null>(null);
  const shares = allShares(data?.pages ?? []);
  const name = profile.displayName || profile.user_id;
  return (
    <>
      <Dialog
        isOpen={isOpen && reported === null}
        onOpenChange={onOpenChange}
        title={`Report ${name}`}
        description="The moderators look at what somebody shared or said. Choose what it is about."
      >
        <ul className={styles.reportable}>
          {shares.map((share) => (
            <li key={share._id} className={styles.row}>
              <RifffDisc rifff={share.rifff} sizePx={40} />
              <span className={`${styles.rowWords} truncate`}>{share.title || 'Untitled'}</span>
              <Button
                size="xs"
                aria-label={`Report ${share.title || 'Untitled'}`}
                onClick={() => setReported(share)}
              >
                Report
              </Button>
            </li>
          ))}
        </ul>
        <p className={styles.reportText}>
          What they said in a room is reported by the menu beside it.
          {contact && (
            <>
              {' '}
              About their name, picture or words on this page, write to{' '}
              <a href={contactHref(contact)}>{contact}</a>.
            </>
          )}
        </p>
      </Dialog>
      {reported && (
        <ReportDialog
          shareId={reported._id}
          title={reported.title}
          isOpen
          onOpenChange={() => {
            setReported(null);
            onOpenChange(false);
          }}
        />
      )}
    </>
  );
}
