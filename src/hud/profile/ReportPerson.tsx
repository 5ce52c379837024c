import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Profile } from '../../data/contract/accounts.ts';
import type { SharedRifff } from '../../data/contract/sharing.ts';
import { sharedByQuery } from '../../data/queries/feed.ts';
import { reportProfile } from '../../data/queries/people.ts';
import { allShares } from '../../data/rules/sharing/shares.ts';
import { QueryList } from '../kit/QueryList.tsx';
import { LaterReport, LaterShareReport } from '../parts/page/LaterDialog.tsx';
import { PersonAvatar } from '../parts/people/PersonAvatar.tsx';
import { RifffDisc } from '../parts/rings/RifffDisc.tsx';
import { Button } from '../system/Button.tsx';
import { Dialog } from '../system/Dialog.tsx';
import styles from './Profile.module.css';

interface ReportPersonProps {
  profile: Profile;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

/** Lets the reader choose what to report: a person's profile, or something that they shared. */
export function ReportPerson({ profile, isOpen, onOpenChange }: ReportPersonProps) {
  const query = useInfiniteQuery(sharedByQuery(profile.user_id));
  const [reported, setReported] = useState<SharedRifff | 'profile' | null>(null);
  const shares = allShares(query.data?.pages ?? []);
  const name = profile.displayName || profile.user_id;
  const end = () => {
    setReported(null);
    onOpenChange(false);
  };
  return (
    <>
      <Dialog
        isOpen={isOpen && reported === null}
        onOpenChange={onOpenChange}
        title={`Report ${name}`}
        description="The moderators look at what a person shared or said. Choose what it is about."
      >
        <div className={styles.reportable}>
          <ul>
            {!profile.isDemo && (
              <li className={styles.row}>
                <PersonAvatar
                  userId={profile.user_id}
                  name={name}
                  src={profile.avatarUrl}
                  size={40}
                />
                <span className="fill medium truncate">Name, picture and words</span>
                <Button
                  size="xs"
                  aria-label={`Report the profile of ${name}`}
                  onClick={() => setReported('profile')}
                >
                  Report
                </Button>
              </li>
            )}
          </ul>
          <QueryList query={query} what="What they shared" isEmpty={shares.length === 0}>
            <ul>
              {shares.map((share) => (
                <li key={share._id} className={styles.row}>
                  <RifffDisc rifff={share.rifff} sizePx={40} />
                  <span className="fill medium truncate">{share.title || 'Untitled'}</span>
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
          </QueryList>
        </div>
        <p className={`anywhere top16 textLinks`}>
          What they said in a room is reported by the menu beside it.
        </p>
      </Dialog>
      {reported === 'profile' && (
        <LaterReport
          isOpen
          onOpenChange={end}
          onReport={(why) => reportProfile(profile.user_id, why)}
        />
      )}
      {reported !== null && reported !== 'profile' && (
        <LaterShareReport shareId={reported._id} title={reported.title} isOpen onOpenChange={end} />
      )}
    </>
  );
}
