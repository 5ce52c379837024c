import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import {
  BAND_PACES,
  type Band,
  HOUSE_BAND_ID,
  HOUSE_BAND_NAME,
} from '../../../data/contract/band.ts';
import type { Jam } from '../../../data/contract/jams.ts';
import { bandQuery, useBandChanges } from '../../../data/queries/band.ts';
import { useRifffDeeds } from '../../../data/queries/rooms.ts';
import { paceText } from '../../../data/rules/band/thoughts.ts';
import {
  bandLine,
  invitationLine,
  invitationText,
  waitsForOthers,
} from '../../../data/rules/jam/bandText.ts';
import { isFrozen, keepsOrder } from '../../../data/rules/jam/standing.ts';
import { room } from '../../../data/stores/room.ts';
import { notify } from '../../../data/stores/ui.ts';
import { readFailure, troubleOf } from '../../kit/useSave.ts';
import { LaterMenu } from '../../parts/page/LaterMenu.tsx';
import { useSite } from '../../parts/page/page.ts';
import { PersonLink } from '../../parts/shares/Byline.tsx';
import { useReader } from '../../parts/shares/useReader.ts';
import { Avatar } from '../../system/Avatar.tsx';
import { Button, IconButton } from '../../system/Button.tsx';
import type { MenuItem } from '../../system/Menu.tsx';
import styles from './Room.module.css';

interface HouseBandProps {
  jam: Jam;
  /** Shows a rifff of the room; left out where there is none to show. */
  onChoose?: ((id: string) => void) | undefined;
}

/**
 * The house band of a room, one row under those who are here: its name, what it thinks, and a menu. Its owner invites it,
 * lets it rest, says how often it answers and sends it away; everybody else sees and hears what it did. Nothing where this server has none, or where it is not invited and not one's own to invite.
 */
export function HouseBand({ jam, onChoose }: HouseBandProps) {
  const hasBand = useSite()?.hasBand === true;
  const isOwner = jam.role === 'owner' && !isFrozen(jam);
  // In channels of clubs it does not play.
  if (!hasBand || jam.kind !== 'room' || jam.club) return null;
  if (jam.hasBand) return <PlayingBand jam={jam} isOwner={isOwner} onChoose={onChoose} />;
  return isOwner ? <BandInvitation jam={jam} /> : null;
}

interface BandRowProps {
  /** What it does or thinks, in one line. */
  line: string;
  /** All of it, where the line is short for it. */
  title?: string;
  /** Of the last order to it, or to its answer. */
  error: Error | null;
  /** What can be said to it. */
  children?: ReactNode;
}

/** Its name, with one line that is read aloud when it changes, and what can be said to it. */
function BandRow({ line, title = line, error, children }: BandRowProps) {
  return (
    <section className={styles.band} aria-label={HOUSE_BAND_NAME}>
      <div className={`lineAbove ${styles.bandRow}`}>
        <Avatar name={HOUSE_BAND_NAME} size={24} isProgram />
        <div className="fill">
          <PersonLink userId={HOUSE_BAND_ID} />
          <p className="t13 muted truncate" role="status" title={title}>
            {line}
          </p>
        </div>
        {children}
      </div>
      {error && (
        <p role="alert" className="t13">
          {troubleOf(readFailure(error))}
        </p>
      )}
    </section>
  );
}

/** How many are in the room besides the reader. */
function useOthers(): number {
  const reader = useReader();
  const { here, count } = useSnapshot(room);
  return Math.max(0, Math.max(count, Object.keys(here).length) - (here[reader] ? 1 : 0));
}

/** Offers to invite it, in plain words. */
function BandInvitation({ jam }: Pick<HouseBandProps, 'jam'>) {
  const { invite } = useBandChanges(jam.id);
  const others = useOthers();
  return (
    <BandRow line={invitationLine(others)} title={invitationText(others)} error={invite.error}>
      <Button
        size="xs"
        aria-label="Invite the house band"
        aria-disabled={invite.isPending}
        onClick={() => {
          if (!invite.isPending) invite.mutate({});
        }}
      >
        {invite.isPending ? 'Inviting' : 'Invite'}
      </Button>
    </BandRow>
  );
}

/** What it thinks, its last answer, and what its owner can tell it. */
function PlayingBand({ jam, isOwner, onChoose }: HouseBandProps & { isOwner: boolean }) {
  const { data: band, isError } = useQuery(bandQuery(jam.id));
  const others = useOthers();
  const answer = useAnswerItems(jam, band, onChoose);
  const orders = useOrderItems(jam, band, others);
  const items: MenuItem[] = [
    ...answer.items,
    ...(isOwner && answer.items.length > 0 ? [{ kind: 'rule', id: 'last' } as const] : []),
    ...(isOwner ? orders.items : []),
  ];
  const line = band ? bandLine(band, others) : isError ? 'Its state is not known now' : '';
  return (
    <BandRow line={line} error={orders.error ?? answer.error}>
      {items.length > 0 && (
        <LaterMenu
          label={HOUSE_BAND_NAME}
          align="end"
          trigger={
            <IconButton
              icon="more"
              size="sm"
              label="What to do with the house band"
              className="focusInside"
            />
          }
          items={items}
        />
      )}
    </BandRow>
  );
}

/**
 * What can be done with its last answer. While no rifff builds on it, the owner and the moderators take it back; everyone
 * else can go back to the rifff that it answered.
 */
function useAnswerItems(
  jam: Jam,
  band: Band | undefined,
  onChoose: HouseBandProps['onChoose'],
): { items: MenuItem[]; error: Error | null } {
  const last = band?.answers[0];
  const { remove } = useRifffDeeds(jam.id, last?.rifffId ?? '');
  if (!last) return { items: [], error: null };
  const items: MenuItem[] = [];
  if (onChoose && last.became !== 'undone') {
    items.push({
      id: 'hear',
      title: 'Hear its last answer',
      icon: 'play',
      run: () => onChoose(last.rifffId),
    });
  }
  if (keepsOrder(jam.role) && !isFrozen(jam) && last.became === 'open') {
    items.push({
      id: 'undo',
      title: 'Take its last answer back',
      icon: 'undo',
      disabled: remove.isPending,
      run: () => {
        onChoose?.(last.parentId);
        remove.mutate(undefined, { onSuccess: () => notify('Its answer is taken out.') });
      },
    });
  } else if (onChoose && last.became === 'open') {
    items.push({
      id: 'before',
      title: 'Go back to before it',
      icon: 'undo',
      run: () => onChoose(last.parentId),
    });
  }
  return { items, error: remove.error };
}

/** What its owner tells it: to play for all, how often to answer, to rest or to wake, and to leave. */
function useOrderItems(
  jam: Jam,
  band: Band | undefined,
  others: number,
): { items: MenuItem[]; error: Error | null } {
  const { invite, dismiss } = useBandChanges(jam.id);
  const error = invite.error ?? dismiss.error;
  if (!band) return { items: [], error };
  const disabled = invite.isPending || dismiss.isPending;
  const heldBack: MenuItem = {
    id: 'all',
    title: 'Let it play for everyone',
    disabled,
    run: () => invite.mutate({ isResting: false }),
  };
  const items: MenuItem[] = [
    ...(waitsForOthers(band, others) ? [heldBack] : []),
    ...BAND_PACES.map(
      (every): MenuItem => ({
        id: `every ${every}`,
        title: `Answer ${paceText(every)}`,
        checked: band.every === every,
        disabled,
        run: () => invite.mutate({ every }),
      }),
    ),
    { kind: 'rule', id: 'over' },
    {
      id: 'rest',
      title: band.isResting ? 'Wake it' : 'Let it rest',
      disabled,
      run: () => invite.mutate({ isResting: !band.isResting }),
    },
    {
      id: 'away',
      title: 'Send it away',
      disabled,
      run: () =>
        dismiss.mutate(undefined, {
          onSuccess: () => notify('The house band left. What it played stays.'),
        }),
    },
  ];
  return { items, error };
}
