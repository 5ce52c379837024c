import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LookOrder } from '../../data/contract/savedLooks.ts';
import { looksQuery, myLooksQuery } from '../../data/queries/looks.ts';
import { onceEach } from '../../data/rules/pages.ts';
import { AddressTabs } from '../kit/AddressTabs.tsx';
import { PageHead } from '../kit/PageFrame.tsx';
import { HOUSE_ENTRIES, LookGrid, savedEntry } from '../parts/looks/LookGrid.tsx';
import { type Sample, WithSample } from '../parts/looks/WithSample.tsx';
import page from '../parts/Page.module.css';
import { CardQuery } from '../parts/shares/ShareGrid.tsx';
import { useMember } from '../parts/shares/useReader.ts';
import { Button } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';

const MAKE_ONE = (
  <Button to="/looks/new" variant="filled" icon="plus">
    Make a look
  </Button>
);

/** The gallery: looks of people and of the house, all shown by one rifff. */
export function LooksRoom() {
  return <WithSample>{(sample) => <Gallery sample={sample} />}</WithSample>;
}

function Gallery({ sample }: { sample: Sample }) {
  const isMember = useMember() !== '';
  const { rifff, isPlaying, isWaiting, trouble, toggle } = sample;
  const items = [
    { value: 'new', title: 'New', content: <PublicLooks order="new" sample={sample} /> },
    { value: 'used', title: 'Most used', content: <PublicLooks order="used" sample={sample} /> },
    {
      value: 'house',
      title: 'Of the house',
      content: <LookGrid looks={HOUSE_ENTRIES} sample={sample} />,
    },
    ...(isMember
      ? [{ value: 'yours', title: 'Yours', content: <OwnLooks sample={sample} /> }]
      : []),
  ];
  return (
    <>
      <PageHead title="Looks">
        <div className={page.invitation}>
          <p>
            A look says how a stage draws the music: its ground, its layers, and what moves them.
          </p>
          <div className="row wrap gap8">
            {MAKE_ONE}
            <Button
              icon={isPlaying ? 'pause' : 'play'}
              disabled={rifff === null}
              aria-busy={isWaiting}
              onClick={toggle}
            >
              {isPlaying ? 'Pause' : isWaiting ? 'Loading' : 'Play'}
            </Button>
          </div>
          <p className="emptyAway t13 muted" role="status">
            {trouble}
          </p>
        </div>
      </PageHead>
      <AddressTabs label="Looks" items={items} />
    </>
  );
}

function PublicLooks({ order, sample }: { order: LookOrder; sample: Sample }) {
  const query = useInfiniteQuery(looksQuery(order));
  const { data } = query;
  const looks = useMemo(
    () =>
      onceEach(
        data?.pages ?? [],
        (one) => one.looks,
        ({ id }) => id,
      ).map(savedEntry),
    [data],
  );
  return (
    <CardQuery
      query={query}
      what="The looks"
      isPlural
      isEmpty={looks.length === 0}
      empty={
        <ListState
          title="No looks yet"
          action={
            <>
              {MAKE_ONE}
              <Button to="/looks?tab=house">See those of the house</Button>
            </>
          }
        >
          What people make and open to everybody stands here.
        </ListState>
      }
    >
      <LookGrid looks={looks} sample={sample} />
    </CardQuery>
  );
}

function OwnLooks({ sample }: { sample: Sample }) {
  const query = useQuery(myLooksQuery);
  const looks = useMemo(() => query.data?.map(savedEntry) ?? [], [query.data]);
  return (
    <CardQuery
      query={query}
      what="Your looks"
      isPlural
      isEmpty={looks.length === 0}
      empty={
        <ListState title="You have made no look yet" action={MAKE_ONE}>
          Begin with one of the house, or with a look that somebody shares.
        </ListState>
      }
    >
      <LookGrid looks={looks} sample={sample} isOfOne />
    </CardQuery>
  );
}
