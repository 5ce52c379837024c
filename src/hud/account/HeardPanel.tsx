import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { HiddenRifff } from '../../data/contract/jams.ts';
import { blocksQuery, useBlock } from '../../data/queries/chat.ts';
import { hiddenRifffsQuery, useRifffDeeds } from '../../data/queries/rooms.ts';
import { notify } from '../../data/stores/ui.ts';
import { readFailure, troubleOf } from '../kit/useSave.ts';
import { FormSection, PanelState } from '../parts/forms/FormSection.tsx';
import page from '../parts/Page.module.css';
import { onPage } from '../parts/page/page.ts';
import { useNames } from '../parts/people/useNames.ts';
import { RifffDisc } from '../parts/rings/RifffDisc.tsx';
import { PersonLink } from '../parts/shares/Byline.tsx';
import { useRegionText } from '../parts/useRegionText.ts';
import { Button } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';
import styles from './AccountPanels.module.css';

const say = (error: Error) => notify(troubleOf(readFailure(error)));

/** The people whom the account has blocked, and the rifffs of rooms that it has hidden. Each can be undone. */
export function HeardPanel() {
  return (
    <div className={page.sections}>
      <Blocked />
      <Hidden />
    </div>
  );
}

function Blocked() {
  const { data, error, refetch } = useQuery(onPage(blocksQuery));
  const block = useBlock();
  if (!data) return <PanelState error={error} onRetry={() => void refetch()} />;
  const hearAgain = (name: string) => {
    if (block.isPending) return;
    const onSuccess = () => notify(`You hear ${name} again.`);
    block.mutate({ userId: name, isBlocked: false }, { onSuccess, onError: say });
  };
  return (
    <FormSection
      title="People you do not hear"
      text="What they say in rooms, and that they answered you, is left out for you. They are not told."
    >
      {data.length === 0 && (
        <ListState isSmall title="You hear everybody">
          To block a person, open the menu of one of their messages in a room.
        </ListState>
      )}
      <ul className="lineAbove">
        {data.map((name) => (
          <li key={name} className="row gap16 tall64 lineBelow">
            <PersonLink userId={name} />
            <Button
              size="sm"
              aria-label={`Hear ${name} again`}
              aria-disabled={block.isPending}
              onClick={() => hearAgain(name)}
            >
              Hear again
            </Button>
          </li>
        ))}
      </ul>
    </FormSection>
  );
}

function Hidden() {
  const { data, error, refetch } = useQuery(onPage(hiddenRifffsQuery));
  if (!data) return <PanelState error={error} onRetry={() => void refetch()} />;
  return (
    <FormSection
      title="Hidden rifffs"
      text="They are left out of the history of their room for you, and for no one else."
    >
      {data.length === 0 && <ListState isSmall title="You have hidden no rifff of a room" />}
      <ul className="lineAbove">
        {data.map((one) => (
          <HiddenRow key={`${one.jamId} ${one.rifff._id}`} one={one} />
        ))}
      </ul>
    </FormSection>
  );
}

function HiddenRow({ one }: { one: HiddenRifff }) {
  const text = useRegionText();
  const { jamId, jamName, created, rifff } = one;
  const { hide } = useRifffDeeds(jamId, rifff._id);
  const nameOf = useNames();
  const show = () => {
    if (hide.isPending) return;
    const onSuccess = () => notify('It is in the history again.');
    hide.mutate(false, { onSuccess, onError: say });
  };
  return (
    <li className="row gap16 tall64 lineBelow">
      <RifffDisc rifff={rifff} sizePx={48} />
      <p className={`fill ${styles.what}`}>
        {rifff.userName === '' ? (
          'A rifff'
        ) : (
          <PersonLink
            userId={rifff.userName}
            displayName={rifff.importedNames?.[rifff.userName]?.name ?? rifff.userName}
            importedFrom={rifff.importedNames?.[rifff.userName]?.from}
          />
        )}{' '}
        in <Link to={`/jams/${jamId}`}>{jamName}</Link>
        <span className="t13 muted"> hidden {text.age(created)}</span>
      </p>
      <Button
        size="sm"
        aria-label={`Show the rifff of ${nameOf(rifff.userName, rifff) || 'an unknown person'} again`}
        aria-disabled={hide.isPending}
        onClick={show}
      >
        Show again
      </Button>
    </li>
  );
}
