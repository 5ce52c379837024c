import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { profilesQuery } from '../../../data/queries/profiles.ts';
import { ringMakers } from '../../../data/rules/sharing/credits.ts';
import { useNames } from '../people/useNames.ts';
import { PersonLink } from '../shares/Byline.tsx';
import { LicenceLine } from '../shares/LicenceLine.tsx';
import styles from './Listening.module.css';

export interface RingCreditsProps {
  rifff: Rifff;
  /** Slot that alone sounds, or −1. */
  solo: number;
  /** Leaves the names of loops out, where there is no room. */
  isShort?: boolean;
  /** Of the rifff as a whole; left out, nothing is said of it. */
  licence?: unknown;
}

/** Who made which ring: one line each, from the outside in. */
export function RingCredits({ rifff, solo, isShort, licence }: RingCreditsProps) {
  const nameOf = useNames();
  const makers = useMemo(() => ringMakers(rifff), [rifff]);
  const people = makers.filter(({ isLibrary }) => !isLibrary).map(({ userId }) => userId);
  const { data: profiles } = useQuery(profilesQuery(people));
  return (
    <div className={isShort ? styles.short : undefined}>
      <ul>
        {makers.map(({ slot, category, loopName, userId, isOn }) => {
          const isSilent = !isOn || (solo >= 0 && solo !== slot);
          const profile = profiles?.get(userId);
          return (
            <li key={slot} className={styles.row}>
              <span
                className={`rigid ${isSilent ? 'muted' : 'medium'} ${isShort ? 'min0' : styles.what}`}
              >
                {category}
              </span>
              {!isShort && (
                <span className="grow t13 muted truncate" title={loopName}>
                  {isOn ? loopName : 'muted'}
                </span>
              )}
              <span className={`${styles.maker} muted`}>
                {isShort && !isOn ? (
                  'muted'
                ) : (
                  <PersonLink
                    userId={userId}
                    displayName={profile?.displayName ?? nameOf(userId, rifff)}
                    importedFrom={profile?.importedFrom}
                    hasPage={profile !== undefined}
                  />
                )}
              </span>
            </li>
          );
        })}
      </ul>
      {licence !== undefined && (
        <p className={styles.row}>
          <span className={`rigid muted ${isShort ? 'min0' : styles.what}`}>Licence</span>
          <span className={`${styles.maker} muted`}>
            <LicenceLine licence={licence} />
          </span>
        </p>
      )}
    </div>
  );
}
