import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { ownClassQuery } from '../../data/queries/classes.ts';
import { session } from '../../data/stores/session.ts';
import { FormSection } from '../parts/forms/FormSection.tsx';
import page from '../parts/Page.module.css';
import { PersonAvatar } from '../parts/people/PersonAvatar.tsx';
import { Button } from '../system/Button.tsx';
import styles from './AccountPanels.module.css';
import { ExportSection } from './ExportSection.tsx';
import { HeardPanel } from './HeardPanel.tsx';
import { SuspensionPanel } from './SuspensionPanel.tsx';

/** The account of a pupil: what it is called and whose class it is in. The teacher looks after all else. */
export function PupilPanel({ userId }: { userId: string }) {
  const { user } = useSnapshot(session);
  const { data: known } = useQuery(ownClassQuery);
  const name = user?.profile.displayName ?? '';
  return (
    <div className={`${styles.page} over`}>
      <div className={styles.head}>
        <PersonAvatar userId={userId} name={name} src={null} size={64} />
        <div className="min0">
          <h1 className={`${styles.name} t64`}>{name}</h1>
          <p className="muted">{known && `in ${known.name}`}</p>
        </div>
      </div>
      <SuspensionPanel />
      <div className={page.sections}>
        <FormSection
          title="Your class"
          text="Your teacher wrote your name and made your card. Ask them when something is wrong with it."
        >
          {known && <p className="anywhere">{`${known.name}, by ${known.teacher}`}</p>}
          <div className="row wrap gap12">
            <Button to={`/club/${user?.pupilOf?.clubId}`}>To my class</Button>
            <Button to="/jams/me">My music</Button>
          </div>
        </FormSection>
        <FormSection
          title="This device"
          text="Sign out when others use this device after you. Your card signs you in again."
        >
          <div className="row wrap gap12">
            <Button to="/logout">Sign out</Button>
          </div>
        </FormSection>
        <ExportSection userId={userId} />
        <HeardPanel />
      </div>
    </div>
  );
}
