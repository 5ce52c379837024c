import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router';
import { useSnapshot } from 'valtio';
import type { Jam } from '../../../data/contract/jams.ts';
import { accessText } from '../../../data/rules/jam/lobby.ts';
import { presenceLine } from '../../../data/rules/jam/presence.ts';
import { channelText } from '../../../data/rules/jam/standing.ts';
import { room } from '../../../data/stores/room.ts';
import { session } from '../../../data/stores/session.ts';
import { CollectibleChoice, useIsCollectible } from '../../parts/market/collectibleJam.tsx';
import { useReader } from '../../parts/shares/useReader.ts';
import { useMyJams } from '../../parts/useMyJams.ts';
import { type RegionText, useRegionText } from '../../parts/useRegionText.ts';
import narrow from '../narrow/Narrow.module.css';
import { HereNow } from '../room/HereNow.tsx';
import { HouseBand } from '../room/HouseBand.tsx';
import { Knock } from '../room/Knock.tsx';
import { OwnStage } from '../room/OwnStage.tsx';
import roomStyles from '../room/Room.module.css';
import { RoomActions } from '../room/RoomActions.tsx';
import { TakeJam } from '../room/TakeJam.tsx';
import styles from './JamPage.module.css';
import type { JamView } from './useJam.ts';

/** Who hears it, and how much there is. */
function aboutJam(
  { id, jam, isOwn, entries, total }: JamView,
  text: RegionText,
  isPupil: boolean,
): string {
  const last = entries.findLast(({ unsent }) => unsent === null);
  const waiting = entries.filter(({ unsent }) => unsent !== null).length;
  const alone = isPupil
    ? 'Only you and your teacher can open it.'
    : 'Only you can open it. What you share from here others can hear.';
  const parts = [
    jam?.club
      ? channelText(jam.club)
      : jam && (jam.kind === 'room' || jam.access === 'public')
        ? accessText(jam.access)
        : isOwn && id !== null && alone,
    total > 0 && `${text.count(total, 'rifff')}.`,
    last && `The last one ${text.time(last.created)}.`,
    waiting > 0 && `${waiting} not sent yet.`,
  ];
  return parts.filter(Boolean).join(' ');
}

/** The club of a channel; a link where the reader may open the club. */
function ClubLine({ club, role }: { club: NonNullable<Jam['club']>; role: Jam['role'] }) {
  const { id, name, isOpen, closes } = club;
  const mayGo = role !== null || (isOpen && closes === null);
  return (
    <p className={styles.club}>
      <span className="muted">Channel of </span>
      {mayGo ? <Link to={`/club/${id}`}>{name}</Link> : name}
    </p>
  );
}

/** Letters that a line of the column holds at the full size of a name. */
const LINE_LETTERS = 8;

/** Does a name need more than the two lines of the column at its full size? */
function isLong(name: string): boolean {
  const lines: number[] = [];
  for (const { length } of name.split(/\s+/)) {
    if (length > LINE_LETTERS) return true;
    const joined = (lines.at(-1) ?? LINE_LETTERS) + 1 + length;
    if (joined > LINE_LETTERS) lines.push(length);
    else lines[lines.length - 1] = joined;
  }
  return lines.length > 2;
}

interface JamHeadProps {
  view: JamView;
  /** How a room is listened to together. */
  together?: ReactNode;
  /** Shows a rifff of the jam; left out while it has none. */
  onChoose?(id: string): void;
  children?: ReactNode;
}

/** Name of the jam, what it is, the others of the account, and what else stands beside the rings. */
export function JamHead({ view, together, onChoose, children }: JamHeadProps) {
  const { user } = useSnapshot(session);
  const text = useRegionText();
  const isCollectible = useIsCollectible(view.jam);
  const jams = useMyJams();
  const name =
    view.jam?.name ?? (view.isOwn ? ((view.id && user?.profile.displayName) ?? 'Your jam') : 'Jam');
  return (
    <div className={styles.head}>
      {view.jam?.club && <ClubLine club={view.jam.club} role={view.jam.role} />}
      <h1 className={`${styles.name} clamp ${isLong(name) ? 't40' : 't64'}`} title={name}>
        {name}
      </h1>
      {view.jam?.description && <p className={styles.description}>{view.jam.description}</p>}
      <p className={`${styles.about} muted`}>
        {aboutJam(view, text, user?.pupilOf !== undefined)}
        {isCollectible && ' Rifffs here can be collected on their first day.'}
      </p>
      {view.jam?.kind === 'personal' && view.jam.role === 'owner' && !user?.pupilOf && (
        <>
          <OwnStage jamId={view.jam.id}>
            <TakeJam jam={view.jam} />
          </OwnStage>
          {view.jam.access === 'public' && <CollectibleChoice jam={view.jam} />}
        </>
      )}
      {view.jam?.kind === 'room' && (
        <>
          <RoomActions jam={view.jam} />
          <HereNow jam={view.jam}>
            <HouseBand jam={view.jam} onChoose={onChoose} />
          </HereNow>
          <div className={roomStyles.tools}>
            {view.jam.mayChat && <Knock />}
            {together}
          </div>
        </>
      )}
      {jams && jams.length > 1 && view.jam?.kind !== 'room' && (
        <nav className={styles.others} aria-label="Your jams">
          <h2 className="t24">Your jams</h2>
          <ul>
            {jams.map((jam) => (
              <li key={jam.id}>
                <NavLink
                  to={`/jams/${jam.id}`}
                  className={`focusInside row apart gap16 lineAbove medium ${styles.other}`}
                >
                  <span className="truncate">{jam.name}</span>
                  <span className="muted">{text.number(jam.rifffCount)}</span>
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {children}
    </div>
  );
}

/** The jam in the header of a narrow window. */
export function NarrowJamTitle({ view }: { view: JamView }) {
  const reader = useReader();
  const { here, count } = useSnapshot(room);
  const text = useRegionText();
  const people =
    view.jam?.kind === 'room'
      ? presenceLine(Object.values(here), count, reader) || 'No one else is here'
      : text.count(view.total, 'rifff');
  return (
    <div className="fill">
      <h1 className={`${narrow.title} truncate`}>{view.jam?.name ?? 'Your jam'}</h1>
      <p className={`${narrow.sub} truncate`}>{people}</p>
    </div>
  );
}
