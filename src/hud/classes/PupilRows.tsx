import type { Pupil } from '../../data/contract/classes.ts';
import { NameSearch } from '../kit/NameSearch.tsx';
import { useRegionText } from '../parts/useRegionText.ts';
import { Button, IconButton } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';
import { Menu, type MenuItem } from '../system/Menu.tsx';

/** What can be done about one pupil behind a question. */
export type PupilDeed = 'rename' | 'card' | 'end card' | 'move' | 'delete';

interface PupilRowsProps {
  pupils: readonly Pupil[];
  onMute(pupil: Pupil): void;
  onAsk(deed: PupilDeed, pupil: Pupil): void;
}

/** One pupil: where they are, what they made, and what can be done. */
function PupilRow({ pupil, onMute, onAsk }: Omit<PupilRowsProps, 'pupils'> & { pupil: Pupil }) {
  const text = useRegionText();
  const { name, isIn, lastSeen, rifffs, isMuted, hasCard } = pupil;
  const seen = lastSeen === null ? 'never signed in' : `last seen ${text.age(lastSeen)}`;
  const facts = [text.count(rifffs, 'rifff'), isMuted && 'muted', !hasCard && 'no card'];
  const items: MenuItem[] = [
    { id: 'rename', title: 'Rename', icon: 'edit', run: () => onAsk('rename', pupil) },
    { id: 'card', title: 'New card', icon: 'reset', run: () => onAsk('card', pupil) },
    {
      id: 'end',
      title: 'End the card and sign out',
      icon: 'close',
      run: () => onAsk('end card', pupil),
    },
    {
      id: 'move',
      title: 'An account of their own',
      icon: 'external',
      run: () => onAsk('move', pupil),
    },
    { kind: 'rule', id: 'rule' },
    { id: 'delete', title: 'Delete', icon: 'bin', run: () => onAsk('delete', pupil) },
  ];
  return (
    <li className="row gap12 tall64 lineAbove" data-pupil={pupil.userId}>
      <span className="fill anywhere">
        <span className={isIn === null ? 'medium muted' : 'bold'}>{name}</span>
        <span className="block t13 muted">
          {isIn === null ? seen : <span className="bold">in {isIn}</span>}
          {[null, ...facts].filter((fact) => fact !== false).join(', ')}
        </span>
      </span>
      <Button
        size="xs"
        aria-label={`${isMuted ? 'Let speak' : 'Mute'}: ${name}`}
        onClick={() => onMute(pupil)}
      >
        {isMuted ? 'Let speak' : 'Mute'}
      </Button>
      <Menu
        label={name}
        align="end"
        items={items}
        trigger={<IconButton icon="more" size="xs" label={`More about ${name}`} />}
      />
    </li>
  );
}

/** The pupils of a class, those who are there first. */
export function PupilRows({ pupils, ...rest }: PupilRowsProps) {
  if (pupils.length === 0) {
    return (
      <ListState isSmall title="No pupils">
        Add them by their names: each gets a card.
      </ListState>
    );
  }
  const ordered = [
    ...pupils.filter(({ isIn }) => isIn !== null),
    ...pupils.filter(({ isIn }) => isIn === null),
  ];
  return (
    <NameSearch
      people={ordered}
      hasMore={false}
      namesOf={({ name }) => [name]}
      isLabelHidden
      className="below16"
    >
      {(found) => (
        <ul className="lineBelow">
          {found.map((pupil) => (
            <PupilRow key={pupil.userId} pupil={pupil} {...rest} />
          ))}
        </ul>
      )}
    </NameSearch>
  );
}
