/** What the app says and shows: notices, tabs, people, rifffs, tables, waiting. */
import { useState } from 'react';
import type { Rifff } from '../../data/contract/rifff.ts';
import { addLoop, createDraft } from '../../data/rules/draft/draft.ts';
import { notify } from '../../data/stores/ui.ts';
import { RifffCard } from '../parts/shares/RifffCard.tsx';
import shares from '../parts/shares/Shares.module.css';
import { Avatar } from '../system/Avatar.tsx';
import { Button } from '../system/Button.tsx';
import { FailedState, ListState } from '../system/ListState.tsx';
import { Skeleton, Spinner } from '../system/Loading.tsx';
import { Progress } from '../system/Progress.tsx';
import { Trouble } from '../system/Submit.tsx';
import { Table } from '../system/Table.tsx';
import { Tabs } from '../system/Tabs.tsx';
import { part, Row, section, specimens } from './guideParts.tsx';
import { sampleRings } from './RingPicture.tsx';
import styles from './StyleGuide.module.css';

const LONG =
  'This rifff was sent to a room that was closed meanwhile: it is kept on this device, and goes out as soon as the room is open again.';
const tryAgain = () => notify('Tried again');

const TABS = ['Profile', 'Settings', 'Devices', 'A tab with a rather long name', 'Data'].map(
  (title) => ({
    value: title,
    title,
    content: <p className="muted">What belongs under “{title}”.</p>,
  }),
);

function TabRow() {
  const [value, setValue] = useState('Profile');
  return <Tabs label="Specimen" items={TABS} value={value} onValueChange={setValue} />;
}

/** A picture of two papers, so that a sheet can be seen without a network. */
const PICTURE =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"%3E%3Cpath fill="%23a89f8e" d="M0 0h8v8H0z"/%3E%3Cpath fill="%23f2ebdd" d="M0 8 8 0v8z"/%3E%3C/svg%3E';
const BROKEN = 'data:image/png;base64,broken';

/** A rifff of so many rings that was never played: only its picture is wanted. */
function sampleRifff(count: number): Rifff {
  return sampleRings(count, count).reduce(
    (rifff, { category, peaks }, at) =>
      addLoop(rifff, {
        _id: `sample${count}${at}`,
        name: category,
        creatorUserName: 'rondo',
        created: 0,
        startOffsetSamples: 0,
        barLength: 16,
        length16ths: 64,
        bps: 2,
        sampleRate: 48_000,
        category,
        peaks: btoa(String.fromCharCode(...peaks)),
      }),
    createDraft('rondo', 2, 0),
  );
}

const CARDS = (
  [
    ['Late shift', 'Default', 3],
    ['Long way down', 'Playing', 5],
    ['Hey, ninth bus', 'Loading', 7],
    ['', 'Without a title', 2],
    ['The one that we made on the night ferry when we could not sleep', 'Long text', 8],
  ] as const
).map(([title, state, count]) => ({ title, state, rifff: sampleRifff(count) }));

function Cards() {
  const [playing, setPlaying] = useState(1);
  return (
    <div className={shares.grid}>
      {CARDS.map(({ title, state, rifff }, at) => (
        <RifffCard
          key={state}
          placeId={`guide-${at}`}
          rifff={rifff}
          title={title}
          to="#rifff-card"
          isPlaying={at === playing}
          isWaiting={at === 2}
          onToggle={() => setPlaying(at === playing ? -1 : at)}
          caption={state}
        />
      ))}
      <div
        className={`grid gap12 ${styles.cardSkeleton}`}
        role="img"
        aria-label="A card that is still coming"
      >
        <span>
          <Skeleton shape="disc" width="100%" height="100%" />
        </span>
        <Skeleton width="72%" height={15} />
        <Skeleton width="48%" height={13} />
      </div>
    </div>
  );
}

const COLUMNS = [
  { id: 'name', title: 'Loop' },
  { id: 'kind', title: 'Category' },
  { id: 'bars', title: 'Bars', isNumber: true },
  { id: 'tempo', title: 'Tempo', isNumber: true },
];
const LOOPS = [
  ['Sodium', 'Pads', '8', '112.00'],
  ['Hand over hand', 'Percussion', '2', '96.50'],
  ['A loop whose name is much too long for its column and goes on below', 'Bass', '4', '120.00'],
].map((cells) => ({ id: cells[0]!, cells }));

function Bars() {
  const [done, setDone] = useState(3);
  const step = () => setDone((done + 1) % 9);
  return specimens(280, [
    ['Known', <Progress key="8" label="Loops sent" value={done / 8} text={`${done} of 8`} />],
    ['Done', <Progress key="done" label="Loops sent" value={1} />],
    ['Unknown', <Progress key="wait" label="Waiting for the server" value={null} />],
    [
      'One more',
      <Button key="step" size="xs" onClick={step}>
        Step
      </Button>,
    ],
  ]);
}

export const MESSAGES = {
  notices: section(
    'Notices',
    'What the app says for a moment, and what stands where a list would.',
    part(
      'Notice',
      'Stands for six seconds, longer under a pointer or the focus, and is said to screen readers. Two lines at most.',
      <Row>
        <Button onClick={() => notify('Link copied')}>Say something</Button>
        <Button onClick={() => notify('Vocals removed', 'undo')}>Say it with a way back</Button>
        <Button onClick={() => notify(LONG)}>Say a lot</Button>
      </Row>,
    ),
    part(
      'Trouble',
      'What is wrong with a form as a whole, above its button. It is paper and words: there is no red.',
      <div className={styles.column}>
        <Trouble title="The server could not be reached. What you typed is still here." />
        <Trouble
          title="Two things are missing"
          items={['A name that others can read', 'Your agreement to the terms']}
          more="Nothing was sent."
        />
      </div>,
    ),
    part(
      'Empty and failed',
      'What stands where a list would: why it is empty, and what leads on.',
      <>
        <ListState title="Nothing shared yet" action={<Button to="/jam">Make one</Button>}>
          What you share stands here, newest first.
        </ListState>
        <FailedState isOffline={false} what="The feed" onRetry={tryAgain} />
      </>,
    ),
    part(
      'Small empty and failed',
      'The same in a column, or under a heading of its own.',
      <div className={styles.column}>
        <ListState
          isSmall
          title="Nothing matches"
          action={<Button size="sm">Show everything</Button>}
        >
          Take a filter away, or search for less.
        </ListState>
        <FailedState isSmall isOffline what="This panel" onRetry={tryAgain} />
      </div>,
    ),
  ),
  tabs: section(
    'Tabs',
    'One of a few panels.',
    part(
      'Tab row',
      'Arrow keys move between them. What does not fit scrolls sideways.',
      <TabRow />,
    ),
  ),
  people: section(
    'People',
    'Initials in a disc of paper; a picture is a square sheet.',
    part(
      'Avatar',
      'Silent to screen readers: the name always stands beside it.',
      specimens(112, [
        ...[24, 32, 40, 48, 64, 96].map(
          (size) => [`${size}`, <Avatar key={size} name="Mira" size={size} />] as const,
        ),
        ['Picture', <Avatar key="picture" name="Mira" size={64} src={PICTURE} />],
        ['Error', <Avatar key="error" name="Øyvind" size={64} src={BROKEN} />],
        ['No letter', <Avatar key="none" name="…" size={64} />],
      ]),
    ),
  ),
  cards: section(
    'Cards',
    'A rifff in a grid. The picture is the card: there is no box.',
    part(
      'Rifff card',
      'Columns of at least 172. The square plays, the title leads to its page.',
      <Cards />,
    ),
  ),
  tables: section(
    'Tables',
    'Rows between hairlines.',
    part(
      'Table',
      'Figures stand right. In a narrow window each row becomes an entry with its column names beside the cells.',
      <div className={styles.tables}>
        <Table caption="Loops" columns={COLUMNS} rows={LOOPS} />
        <Table caption="No loops" columns={COLUMNS} rows={[]} empty="No loops yet." />
      </div>,
    ),
  ),
  loading: section(
    'Loading',
    'Room is kept for what comes, and nothing moves when it is there.',
    part(
      'Skeleton',
      'A flat bar for words, a dashed circle for a rifff. Nothing pulses.',
      <Row>
        <Skeleton shape="disc" width={96} />
        <Skeleton width={208} height={15} />
      </Row>,
    ),
    part(
      'Spinner',
      'A disc whose notch goes round, with words beside it.',
      <Row>
        {[16, 24, 48].map((size) => (
          <Spinner key={size} size={size} />
        ))}
        <span className="muted">Loading the room</span>
      </Row>,
    ),
    part(
      'Progress',
      'For what has an end. The bar on top of the window is the same for pages.',
      <Bars />,
    ),
  ),
};
