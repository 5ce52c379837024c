import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SharedRifff } from '../../../data/contract/sharing.ts';
import { unshareRifff } from '../../../data/queries/feed.ts';
import { embedCode, sharePageUrl } from '../../../data/rules/embedCode.ts';
import { notify } from '../../../data/stores/ui.ts';
import { Button } from '../../system/Button.tsx';
import { CopyField } from '../../system/CopyField.tsx';
import styles from './ShareForm.module.css';
import { useSending } from './useSending.ts';

export interface SharedLinksProps {
  share: SharedRifff;
  onTakenBack(): void;
}

/** What one takes along from a share: its link, its embed code; and the way back. */
export function SharedLinks({ share, onTakenBack }: SharedLinksProps) {
  const queries = useQueryClient();
  const { isSending, failure, send } = useSending();
  const [isSure, setSure] = useState(false);
  const { origin } = window.location;
  const takeBack = async () => {
    if (!isSure) {
      setSure(true);
      return;
    }
    if (!(await send(() => unshareRifff(queries, share._id)))) return;
    notify('No longer shared. The rifff stays in its jam.');
    onTakenBack();
  };
  return (
    <>
      <p className="muted">
        {share.private
          ? 'Whoever has the link can hear it. It stands in no list that others see.'
          : 'It stands in the feed and on your profile.'}
      </p>
      <div className={styles.actions}>
        <Button to={`/rifff/${share._id}`} size="sm" icon="arrowRight">
          See its page
        </Button>
      </div>
      <div className={styles.links}>
        <CopyField label="Link" value={sharePageUrl(origin, share._id)} done="Link copied." />
        {!share.private && (
          <CopyField
            label="Code to put it into another page"
            value={embedCode(origin, share._id, share.title)}
            done="Embed code copied."
          />
        )}
      </div>
      {failure && (
        <p className={styles.failure} role="alert">
          It is still shared: {failure}
        </p>
      )}
      <div className={styles.back}>
        <Button
          size="sm"
          variant={isSure ? 'outlined' : 'bare'}
          aria-disabled={isSending}
          onClick={() => void takeBack()}
          onBlur={() => setSure(false)}
        >
          {isSure ? 'Take it back, with its likes' : 'Stop sharing'}
        </Button>
        {isSure && <span className="muted">The rifff stays in its jam; remixes stay too.</span>}
      </div>
    </>
  );
}
