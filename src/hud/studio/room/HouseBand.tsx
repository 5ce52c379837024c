import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { type Band, HOUSE_BAND_ID, HOUSE_BAND_NAME } from '../../../data/contract/band.ts';
import type { Jam } from '../../../data/contract/jams.ts';
import { bandQuery, useBandChanges } from '../../../data/queries/band.ts';
import { useRifffDeeds } from '../../../data/queries/rooms.ts';
import {
  answerText,
  bandStateText,
  HELD_BACK_TEXT,
  invitationText,
  waitingText,
  waitsForOthers,
} from '../../../data/rules/jam/bandText.ts';
import { isFrozen, keepsOrder } from '../../../data/rules/jam/standing.ts';
import { room } from '../../../data/stores/room.ts';
import { notify } from '../../../data/stores/ui.ts';
import { readFailure, troubleOf } from '../../kit/useSave.ts';
import { useSite } from '../../parts/page/page.ts';
import { PersonLink } from '../../parts/shares/Byline.tsx';
import { useReader } from '../../parts/shares/useReader.ts';
import { Avatar } from '../../system/Avatar.tsx';
import { Button } from '../../system/Button.tsx';
import styles from './Room.module.css';

interface HouseBandProps {
  jam: Jam;
  /** Shows a rifff of the room; left out where there is none to show. */
  onChoose?: ((id: string) => void) | undefined;
}

/**
 * The house band of a room, under those who are here: its owner invites it, lets it rest and sends it away, everybody
 * else sees that it is there. Nothing where this server has none, or where it is not invited and not one's own to invite.
 */
export function HouseBand({ jam, onChoose }: HouseBandProps) {
  const hasBand = useSite()?.hasBand === true;
  const isOwner = jam.role === 'owner' && !isFrozen(jam);
  // In channels of clubs it does not play.
  if (!hasBand || jam.kind !== 'room' || jam.club) return null;
  if (jam.hasBand) return <PlayingBand jam={jam} isOwner={isOwner} onChoose={onChoose} />;
  return isOwner ? <BandInvitation jam={jam} /> : null;
}

/** Its name among those who are here, with what it does. */
function BandRow({ children }: { children: string }) {
  return (
    <div className={`lineAbove ${styles.bandRow}`}>
      <Avatar name={HOUSE_BAND_NAME} size={24} isProgram />
      <PersonLink userId={HOUSE_BAND_ID} />
      <span className="rigid push t13 muted" role="status">
        {children}
      </span>
    </div>
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
    <section className={`grid gap8 ${styles.band}`} aria-label={HOUSE_BAND_NAME}>
      <BandRow>not invited</BandRow>
      <p className="muted">{invitationText(others)}</p>
      <div className="row wrap gap8">
        <Button
          size="sm"
          aria-disabled={invite.isPending}
          onClick={() => {
            if (!invite.isPending) invite.mutate(false);
          }}
        >
          {invite.isPending ? 'Inviting' : 'Invite the house band'}
        </Button>
      </div>
      <BandTrouble error={invite.error} />
    </section>
  );
}

/** Error of the last order to the band. */
function BandTrouble({ error }: { error: Error | null }) {
  if (!error) return null;
  return (
    <p role="alert" className="t13">
      {troubleOf(readFailure(error))}
    </p>
  );
}

/** State of the band, its last answer, and the buttons of its owner. */
function PlayingBand({ jam, isOwner, onChoose }: HouseBandProps & { isOwner: boolean }) {
  const { data: band, isError } = useQuery(bandQuery(jam.id));
  const others = useOthers();
  return (
    <section className={`grid gap8 ${styles.band}`} aria-label={HOUSE_BAND_NAME}>
      <BandRow>{band ? bandStateText(band, others) : isError ? 'not known now' : ''}</BandRow>
      {band && isOwner && waitsForOthers(band, others) && <HeldBack jam={jam} />}
      {band && <LastAnswer jam={jam} band={band} onChoose={onChoose} />}
      {band && isOwner && <BandOrders jam={jam} band={band} />}
    </section>
  );
}

/** Shown when others come to a band whose owner invited it while alone: the owner lets it play for them. */
function HeldBack({ jam }: { jam: Jam }) {
  const { invite } = useBandChanges(jam.id);
  return (
    <>
      <p className="t13 muted">{HELD_BACK_TEXT}</p>
      <div className="row wrap gap8">
        <Button
          size="xs"
          aria-disabled={invite.isPending}
          onClick={() => {
            if (!invite.isPending) invite.mutate(false);
          }}
        >
          Let it play for everyone
        </Button>
      </div>
      <BandTrouble error={invite.error} />
    </>
  );
}

/** Buttons of the owner: wake the band, let it rest, send it away. */
function BandOrders({ jam, band }: { jam: Jam; band: Band }) {
  const { invite, dismiss } = useBandChanges(jam.id);
  const isBusy = invite.isPending || dismiss.isPending;
  return (
    <>
      <div className="row wrap gap8">
        <Button
          size="xs"
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) invite.mutate(!band.isResting);
          }}
        >
          {band.isResting ? 'Wake it' : 'Let it rest'}
        </Button>
        <Button
          size="xs"
          variant="bare"
          aria-disabled={isBusy}
          onClick={() => {
            if (isBusy) return;
            dismiss.mutate(undefined, {
              onSuccess: () => notify('The house band left. What it played stays.'),
            });
          }}
        >
          Send it away
        </Button>
      </div>
      <BandTrouble error={invite.error ?? dismiss.error} />
    </>
  );
}

/**
 * The band's last answer. While no rifff builds on it, the owner and the moderators can remove it; everyone else can go
 * back to the rifff that it answered.
 */
function LastAnswer({ jam, band, onChoose }: HouseBandProps & { band: Band }) {
  const [last] = band.answers;
  const { remove } = useRifffDeeds(jam.id, last?.rifffId ?? '');
  if (!last) return <p className="t13 muted">{waitingText(band)}</p>;
  const mayRemove = keepsOrder(jam.role) && !isFrozen(jam) && last.became === 'open';
  const undo = () => {
    if (remove.isPending) return;
    onChoose?.(last.parentId);
    remove.mutate(undefined, { onSuccess: () => notify('Its answer is taken out.') });
  };
  return (
    <>
      <div className={styles.bandAnswer}>
        <p className="fill anywhere" title={last.what}>
          {answerText(last)}
        </p>
        {onChoose && last.became !== 'undone' && (
          <Button size="xs" variant="bare" icon="play" onClick={() => onChoose(last.rifffId)}>
            Hear it
          </Button>
        )}
        {mayRemove ? (
          <Button size="xs" icon="undo" aria-disabled={remove.isPending} onClick={undo}>
            Undo
          </Button>
        ) : (
          onChoose &&
          last.became === 'open' && (
            <Button size="xs" icon="undo" onClick={() => onChoose(last.parentId)}>
              Before it
            </Button>
          )
        )}
      </div>
      <BandTrouble error={remove.error} />
    </>
  );
}
