import type { ClubPage } from '../../data/contract/clubs.ts';
import { useClubMembership } from '../../data/queries/clubChanges.ts';
import { notify } from '../../data/stores/ui.ts';
import { readFailure, troubleOf } from '../kit/useSave.ts';
import { useRegionText } from '../parts/useRegionText.ts';
import { Button } from '../system/Button.tsx';
import { Icon } from '../system/Icon.tsx';
import styles from './ClubRoom.module.css';
import { useDownload } from './useDownload.ts';

/** Says when a club that was deleted is gone, and what can be done until then. */
export function ClosingLine({ club, closes }: { club: ClubPage; closes: number }) {
  const text = useRegionText();
  const { restore } = useClubMembership(club.id);
  const download = useDownload(club);
  const trouble = restore.error ?? download.error;
  const bringBack = () => {
    if (restore.isPending) return;
    restore.mutate(undefined, { onSuccess: () => notify(`${club.name} is back.`) });
  };
  return (
    <section className={styles.closing} aria-label="This club is closing">
      <div className={styles.closingWords}>
        <p className="t24">Closes {text.time(closes)}</p>
        <p>
          Until then you can look and listen. Then the club and its channels are gone; what each
          member made in them is kept in their own jam.
        </p>
        {trouble && (
          <p role="alert" className="flex gap12">
            <Icon name="warning" size={20} />
            {troubleOf(readFailure(trouble))}
          </p>
        )}
      </div>
      <div className="row wrap gap8">
        {club.role === 'owner' && (
          <Button variant="filled" aria-busy={restore.isPending} onClick={bringBack}>
            Bring it back
          </Button>
        )}
        {club.role !== null && (
          <Button icon="download" aria-busy={download.isPending} onClick={download.run}>
            Download everything
          </Button>
        )}
      </div>
    </section>
  );
}
