import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { type LookCopy, MAX_ROOM_LOOKS } from '../../../data/contract/savedLooks.ts';
import { roomLooksQuery, useSetRoomLooks } from '../../../data/queries/looks.ts';
import { Region } from '../../kit/QueryList.tsx';
import type { Failure } from '../../kit/useSave.ts';
import { useWish } from '../../kit/useWish.ts';
import { Button, IconButton } from '../../system/Button.tsx';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';
import forms from '../forms/FormSection.module.css';
import { AddRoomLook, makerOf, type NamedLook } from './AddRoomLook.tsx';
import { houseLook, lookTitle } from './shownLooks.ts';

const namedOf = ({ key, document, user, displayName }: LookCopy): NamedLook => {
  const ofHouse = houseLook(key);
  const name = ofHouse ? lookTitle(ofHouse) : document.name;
  return { key, name, by: makerOf(key, user, displayName) };
};

/** The looks that the stages of a jam may use, in their order; for its owner. What is changed is saved at once. */
export function RoomLooks({ jamId }: { jamId: string }) {
  const query = useQuery(roomLooksQuery(jamId));
  return (
    <section className="grid columns1 gap8 top16" aria-labelledby="room-looks">
      <h3 id="room-looks" className="medium">
        Looks
      </h3>
      <p className="t13 muted">Its stages may use these. Remotes show them in this order.</p>
      <Region query={query} what="The looks of the room" isPlural>
        {(looks) => <ChosenLooks jamId={jamId} looks={looks} />}
      </Region>
    </section>
  );
}

/** The looks as they are wished for, and what was added to them before the server told of it. */
function useChosen(jamId: string, looks: readonly LookCopy[]) {
  const { mutateAsync } = useSetRoomLooks(jamId);
  const { wished, ...sending } = useWish((next: readonly string[]) => mutateAsync(next));
  const [added, setAdded] = useState<readonly NamedLook[]>([]);
  const chosen = useMemo(() => {
    const known = new Map([...added, ...looks.map(namedOf)].map((one) => [one.key, one]));
    const keys = wished ?? looks.map(({ key }) => key);
    return keys.flatMap((key) => known.get(key) ?? []);
  }, [added, looks, wished]);
  const wishFor = (next: readonly NamedLook[]) => {
    setAdded((before) => [...before, ...next]);
    sending.wish(next.map(({ key }) => key));
  };
  return { chosen, wishFor, ...sending };
}

interface ChosenLooksProps {
  jamId: string;
  looks: readonly LookCopy[];
}

function ChosenLooks({ jamId, looks }: ChosenLooksProps) {
  const { chosen, wishFor, failure, retry, forget } = useChosen(jamId, looks);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  /** Gives the keyboard to a button of a row, once the row is where it belongs. */
  const focusOn = (at: number, deed: string) =>
    requestAnimationFrame(() => {
      const rows = [...(list.current?.querySelectorAll('[data-look]') ?? [])];
      const row = rows[Math.min(at, rows.length - 1)];
      row?.querySelector<HTMLElement>(`[data-deed="${deed}"]`)?.focus();
    });
  const move = (at: number, by: -1 | 1) => {
    const one = chosen[at];
    const to = at + by;
    if (!one || to < 0 || to >= chosen.length) return;
    wishFor(chosen.toSpliced(at, 1).toSpliced(to, 0, one));
    setSaid(`${one.name} is number ${to + 1} of ${chosen.length}`);
    focusOn(to, by < 0 ? 'up' : 'down');
  };
  const remove = (at: number) => {
    wishFor(chosen.toSpliced(at, 1));
    setSaid(`${chosen[at]?.name} is out`);
    focusOn(at, 'out');
  };
  return (
    <>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {chosen.length === 0 ? (
        <p>All looks of the house.</p>
      ) : (
        <ul ref={list}>
          {chosen.map((look, at) => (
            <LookRow
              key={look.key}
              look={look}
              isFirst={at === 0}
              isLast={at === chosen.length - 1}
              onMove={(by) => move(at, by)}
              onRemove={() => remove(at)}
            />
          ))}
        </ul>
      )}
      {failure && <NotKept failure={failure} onRetry={retry} onForget={forget} />}
      {chosen.length < MAX_ROOM_LOOKS ? (
        <AddRoomLook
          taken={chosen.map(({ key }) => key)}
          onAdd={(look) => {
            wishFor([...chosen, look]);
            setSaid(`${look.name} is there`);
          }}
        />
      ) : (
        <p className="t13 muted">That is the most: {MAX_ROOM_LOOKS} looks.</p>
      )}
    </>
  );
}

interface LookRowProps {
  look: NamedLook;
  isFirst: boolean;
  isLast: boolean;
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

/** Its buttons are never disabled: the one that was pressed keeps the keyboard at either end of the list. */
function LookRow({ look, isFirst, isLast, onMove, onRemove }: LookRowProps) {
  const { key, name, by } = look;
  return (
    <li className={forms.person} data-look={key}>
      <p className="stack fill">
        <span className="medium truncate" title={name}>
          {name}
        </span>
        <span className="t13 muted truncate">{by}</span>
      </p>
      <div className="flex rigid">
        <IconButton
          icon="chevronUp"
          label={`Move ${name} up`}
          data-deed="up"
          aria-disabled={isFirst}
          onClick={() => onMove(-1)}
        />
        <IconButton
          icon="chevronDown"
          label={`Move ${name} down`}
          data-deed="down"
          aria-disabled={isLast}
          onClick={() => onMove(1)}
        />
        <IconButton icon="close" label={`Take out ${name}`} data-deed="out" onClick={onRemove} />
      </div>
    </li>
  );
}

interface NotKeptProps {
  failure: Failure;
  onRetry(): void;
  onForget(): void;
}

/** Says that the last change is only on this page. */
function NotKept({ failure, onRetry, onForget }: NotKeptProps) {
  const { isUnreachable, message } = failure;
  const why = isUnreachable ? 'The server could not be reached.' : message;
  return (
    <div className="row wrap gap8" role="alert">
      <p className="anywhere">This was not saved. {why}</p>
      <Button size="xs" onClick={onRetry}>
        Try again
      </Button>
      <Button size="xs" onClick={onForget}>
        Leave it as it was
      </Button>
    </div>
  );
}
