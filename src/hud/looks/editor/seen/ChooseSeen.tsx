import { type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StarterRifff } from '../../../../data/contract/library.ts';
import type { SharedRifff } from '../../../../data/contract/sharing.ts';
import { feedQuery, sharedByQuery } from '../../../../data/queries/feed.ts';
import { myJamsQuery } from '../../../../data/queries/jams.ts';
import { makersText } from '../../../../data/rules/sharing/credits.ts';
import { allShares, type SharePage } from '../../../../data/rules/sharing/shares.ts';
import type { SeenWith } from '../../../../data/rules/stage/seenWith.ts';
import { QueryList } from '../../../kit/QueryList.tsx';
import { rifffCaption } from '../../../parts/listening/describeRifff.ts';
import { useNames } from '../../../parts/people/useNames.ts';
import { useReader } from '../../../parts/shares/useReader.ts';
import { jamTitle } from '../../../parts/useMyJams.ts';
import { Button } from '../../../system/Button.tsx';
import { Dialog } from '../../../system/Dialog.tsx';
import { ListState } from '../../../system/ListState.tsx';
import { RadioRows } from '../../../system/RadioRows.tsx';
import { Select } from '../../../system/Select.tsx';

const FROM = [
  { value: 'house', title: 'Rifffs of the house' },
  { value: 'feed', title: 'Shared lately' },
] as const;
/** For those who are signed in. */
const OWN_FROM = [
  { value: 'own', title: 'Shared by you' },
  { value: 'rooms', title: 'Your rooms' },
] as const;
type From = (typeof FROM | typeof OWN_FROM)[number]['value'];

interface ChooseSeenProps {
  house: readonly StarterRifff[];
  choice: SeenWith;
  /** The item that is seen now. */
  shownId: string;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  onChoose(choice: SeenWith): void;
}

/** Chooses the rifff or the room that a look is seen with. It is seen at once, beside the dialog. */
export function ChooseSeen({ isOpen, onOpenChange, ...lists }: ChooseSeenProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Seen with"
      description="While it plays, another one comes with the next bar."
      actions={
        <Button variant="filled" onClick={() => onOpenChange(false)}>
          Done
        </Button>
      }
      isLow
    >
      <Lists {...lists} />
    </Dialog>
  );
}

function Lists(props: Omit<ChooseSeenProps, 'isOpen' | 'onOpenChange'>) {
  const { house, choice, shownId, onChoose } = props;
  const reader = useReader();
  const [from, setFrom] = useState<From>(() => {
    if (choice.kind === 'room') return reader === '' ? 'house' : 'rooms';
    return choice.id === null || house.some(({ id }) => id === choice.id) ? 'house' : 'feed';
  });
  const options = reader === '' ? FROM : [...FROM, ...OWN_FROM];
  const chooseRifff = (id: string) => onChoose({ kind: 'rifff', id });
  return (
    <div className="grid columns1 gap16">
      <Select
        label="From"
        options={options}
        value={from}
        onValueChange={(value) => setFrom(options.find((one) => one.value === value)!.value)}
      />
      {from === 'house' && (
        <RadioRows
          legend="Rifff"
          rows={house.map(({ id, title, rifff }) => ({
            value: id,
            title,
            text: rifffCaption(rifff),
          }))}
          value={choice.kind === 'rifff' ? shownId : null}
          onChange={chooseRifff}
        />
      )}
      {from === 'feed' && <Lately shownId={shownId} onChoose={chooseRifff} />}
      {from === 'own' && <Own reader={reader} shownId={shownId} onChoose={chooseRifff} />}
      {from === 'rooms' && <Rooms choice={choice} onChoose={onChoose} />}
    </div>
  );
}

interface SharesProps {
  query: UseInfiniteQueryResult<{ pages: SharePage[] }>;
  what: string;
  empty: string;
  shownId: string;
  onChoose(shareId: string): void;
}

function Shares({ query, what, empty, shownId, onChoose }: SharesProps) {
  const nameOf = useNames();
  const shares = allShares(query.data?.pages ?? []).filter(({ rifff }) => rifff.loops.length > 0);
  const rowOf = (share: SharedRifff) => ({
    value: share._id,
    title: share.title || 'Untitled',
    text: makersText(share.rifff, share, nameOf),
  });
  return (
    <QueryList
      query={query}
      what={what}
      isEmpty={shares.length === 0}
      empty={<ListState isSmall title={empty} />}
    >
      <RadioRows legend="Rifff" rows={shares.map(rowOf)} value={shownId} onChange={onChoose} />
    </QueryList>
  );
}

type OfShares = Pick<SharesProps, 'shownId' | 'onChoose'>;

function Lately(props: OfShares) {
  const query = useInfiniteQuery(feedQuery({ sort: 'latest' }));
  return <Shares query={query} what="The feed" empty="Nothing was shared yet" {...props} />;
}

function Own({ reader, ...props }: OfShares & { reader: string }) {
  const query = useInfiniteQuery(sharedByQuery(reader));
  return <Shares query={query} what="What you shared" empty="You shared nothing yet" {...props} />;
}

function Rooms({ choice, onChoose }: Pick<ChooseSeenProps, 'choice' | 'onChoose'>) {
  const query = useQuery(myJamsQuery);
  const rooms = query.data ?? [];
  return (
    <QueryList
      query={query}
      what="Your rooms"
      isPlural
      isEmpty={rooms.length === 0}
      empty={
        <ListState
          isSmall
          title="You have no room"
          action={<Button to="/jams">To the rooms</Button>}
        />
      }
    >
      <RadioRows
        legend="The picture follows the newest rifff of the room"
        rows={rooms.map((jam) => ({ value: jam.id, title: jamTitle(jam) }))}
        value={choice.kind === 'room' ? choice.jamId : null}
        onChange={(jamId) => onChoose({ kind: 'room', jamId, rifffId: null })}
      />
    </QueryList>
  );
}
