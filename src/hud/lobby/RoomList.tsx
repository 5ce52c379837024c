import { useMemo } from 'react';
import { Link } from 'react-router';
import type { LobbyJam } from '../../data/contract/jams.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { needsText } from '../../data/rules/jam/lobby.ts';
import { type CardSound, RifffGrid } from '../kit/RifffGrid.tsx';
import { useNames, usePresentText } from '../parts/people/useNames.ts';
import { LiveCaption } from '../parts/shares/LiveCaption.tsx';
import { RifffCard } from '../parts/shares/RifffCard.tsx';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import styles from './Lobby.module.css';

/** Rooms with something to hear as cards that play, the others below them by name. At least one. */
export function RoomList({ rooms }: { rooms: readonly LobbyJam[] }) {
  const nameOf = useNames();
  const ownerText = (name: string) => name && `by ${name}`;
  const heard = rooms.filter(({ newest }) => newest !== null && newest.loops.length > 0);
  const silent = rooms.filter((room) => !heard.includes(room));
  return (
    <>
      {heard.length > 0 && <RoomGrid rooms={heard} />}
      {silent.length > 0 && (
        <>
          {heard.length > 0 && (
            <h3 className={`${styles.silent} t18`}>Waiting for a first rifff</h3>
          )}
          <ul>
            {silent.map((room) => (
              <li key={room.id}>
                <Link to={`/jams/${room.id}`} className={`focusInside ${styles.row}`}>
                  <span className={`stack fill medium ${styles.rowName}`}>
                    <span className="hoverUnderline truncate" title={room.name}>
                      {room.name}
                    </span>
                    <span className="t13 muted truncate">{room.description}</span>
                  </span>
                  <span className="t13 muted">
                    {room.club ? `in ${room.club.name}` : ownerText(nameOf(room.owner))}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

interface RoomItem {
  id: string;
  title: string;
  rifff: Rifff;
  room: LobbyJam;
}

/** Rooms whose newest rifffs play, one at a time. */
function RoomGrid({ rooms }: { rooms: readonly LobbyJam[] }) {
  const items = useMemo(
    () =>
      rooms.flatMap((room): RoomItem[] => {
        const { id, name, newest } = room;
        if (newest === null) return [];
        return [{ id: newest._id, title: name, rifff: { ...newest, jamId: id }, room }];
      }),
    [rooms],
  );
  return (
    <RifffGrid
      items={items}
      hasKeys
      card={(item, sound) => <RoomCard item={item} sound={sound} />}
    />
  );
}

/** A room: the rings of its newest rifff, what it lacks, who is there. */
function RoomCard({ item, sound }: { item: RoomItem; sound: CardSound }) {
  const presentOf = usePresentText();
  const { rifff, room } = item;
  const { isPlaying, isWaiting, toggle } = sound;
  const needs = needsText(room);
  const people = presentOf(room.present, room.presentCount);
  return (
    <>
      <RifffCard
        placeId={`lobby.${room.id}`}
        rifff={rifff}
        title={room.name}
        to={`/jams/${room.id}`}
        isPlaying={isPlaying}
        isWaiting={isWaiting}
        onToggle={() => toggle(rifff._id, isPlaying)}
        caption={<LiveCaption {...room} />}
      />
      <p className={`${styles.facts} t13`}>
        {room.isBeingAnswered && <span className="bold">Recording an answer</span>}
        {room.club && <span className="muted clamp">in {room.club.name}</span>}
        {needs && <span>{needs}</span>}
        {people && (
          <span className="muted clamp" title={people}>
            {people}
            <VisuallyHidden> there now</VisuallyHidden>
          </span>
        )}
      </p>
    </>
  );
}
