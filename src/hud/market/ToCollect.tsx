import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { CollectibleJam } from '../../data/contract/market.ts';
import { collectibleJamQuery, collectibleJamsQuery } from '../../data/queries/market.ts';
import type { MarketAsked } from '../../data/rules/market/asked.ts';
import { Countdown } from '../parts/market/Countdown.tsx';
import { collectDialog } from '../parts/market/collectPiece.ts';
import { useDeed } from '../parts/market/useDeed.ts';
import { DemoMark } from '../parts/shares/Byline.tsx';
import { CardQuery } from '../parts/shares/ShareGrid.tsx';
import { useRegionText } from '../parts/useRegionText.ts';
import { Button } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';
import { Select } from '../system/Select.tsx';
import { CardGrid, type MarketCard } from './CardGrid.tsx';
import styles from './Market.module.css';
import { ofJam } from './tokenCards.tsx';

interface ToCollectProps {
  /** Of one jam, or '' for all. */
  jam: string;
  onAsk(change: Partial<MarketAsked>): void;
}

/** Begins the name of a rifff in the address that the reader is about to collect. Ids have no dots. */
const DEED = 'collect';
const deedOf = (jamId: string, rifffId: string) => [DEED, jamId, rifffId].join('.');

/** A rifff whose day is not over, as a card. */
interface OpenCard {
  one: CollectibleJam['open'][number];
  jam: CollectibleJam['jam'];
  offsetMs: number;
}

/** Rifffs whose first day is not over, of all rooms that allow it or of one. */
export function ToCollect({ jam: jamId, onAsk }: ToCollectProps) {
  const words = useRegionText();
  const rooms = useInfiniteQuery(collectibleJamsQuery());
  const single = useQuery({ ...collectibleJamQuery(jamId), enabled: jamId !== '' });
  const { deed, begin, end } = useDeed();
  const [what, wantedJam, wantedRifff] = deed?.split('.') ?? [];
  const known = useMemo(() => rooms.data?.pages.flatMap((one) => one.jams) ?? [], [rooms.data]);
  const query = jamId === '' ? rooms : single;
  const { refetch, dataUpdatedAt } = query;
  const shown = useMemo(() => {
    const jams = jamId === '' ? known : single.data ? [single.data] : [];
    return jams
      .flatMap(({ jam, open, now }) =>
        open.map((one): OpenCard => ({ one, jam, offsetMs: now - dataUpdatedAt })),
      )
      .sort((a, b) => b.one.closes - a.one.closes);
  }, [jamId, known, single.data, dataUpdatedAt]);
  // Cards stay the same while what is asked for changes.
  const latest = useRef(begin);
  latest.current = begin;
  const items = useMemo(
    () =>
      shown.map((card) =>
        openCard(
          card,
          () => void refetch(),
          (wish) => latest.current(wish),
        ),
      ),
    [shown, refetch],
  );
  // Rooms of which only the newest rifffs are on show.
  const cut = jamId === '' ? known.filter(({ open, openCount }) => openCount > open.length) : [];
  return (
    <>
      {(known.length > 1 || jamId !== '') && (
        <div className={styles.rooms}>
          <Select
            label="Room"
            isLabelHidden
            options={[
              { value: '', title: 'All rooms' },
              ...known.map(({ jam, openCount }) => ({
                value: jam.id,
                title: `${jam.name} (${words.number(openCount)})`,
              })),
              ...(known.some(({ jam }) => jam.id === jamId) || jamId === ''
                ? []
                : [{ value: jamId, title: single.data?.jam.name ?? jamId }]),
            ]}
            value={jamId}
            onValueChange={(jam) => onAsk({ jam })}
          />
        </div>
      )}
      <CardQuery
        query={query}
        what="What can be collected"
        isEmpty={items.length === 0}
        empty={
          <ListState
            title="Nothing can be collected now"
            action={<Button to="/jams">See the rooms</Button>}
          >
            A rifff can be collected for a day after it was committed, in rooms whose owner allows
            it.
          </ListState>
        }
      >
        <CardGrid items={items} isWhole />
        {cut.length > 0 && (
          <ul className={`flex wrap gap8 top32 ${styles.cut}`}>
            {cut.map(({ jam, open, openCount }) => (
              <li key={jam.id}>
                <Button size="sm" onClick={() => onAsk({ jam: jam.id })}>
                  {words.number(openCount - open.length)} more of {jam.name}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </CardQuery>
      {what === DEED && wantedJam && wantedRifff && (
        <collectDialog.Piece
          key={deed}
          jamId={wantedJam}
          rifffId={wantedRifff}
          isOpen
          onOpenChange={(isOpen) => !isOpen && end()}
        />
      )}
    </>
  );
}

function openCard(
  { one, jam, offsetMs }: OpenCard,
  onOver: () => void,
  onWant: (deed: string) => void,
): MarketCard {
  const { rifff, title, shareId, closes } = one;
  const name = title || 'Untitled';
  return {
    id: rifff._id,
    rifff: ofJam(rifff, jam.id),
    coverUrl: '',
    title: name,
    to: shareId === null ? `/jams/${encodeURIComponent(jam.id)}` : `/rifff/${shareId}`,
    aside: (
      <Button
        size="xs"
        aria-label={`Collect ${name}`}
        aria-haspopup="dialog"
        onClick={() => onWant(deedOf(jam.id, rifff._id))}
      >
        Collect
      </Button>
    ),
    caption: (
      <>
        {jam.isDemo && (
          <span>
            <DemoMark />{' '}
          </span>
        )}
        <Countdown closes={closes} offsetMs={offsetMs} onOver={onOver} />
      </>
    ),
    below: jam.name,
  };
}
