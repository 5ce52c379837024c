import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { Channel, ClubPage } from '../../data/contract/clubs.ts';
import { channelMark, heardChannels } from '../../data/rules/club/clubText.ts';
import { usePresentText } from '../parts/people/useNames.ts';
import { DemoMark } from '../parts/shares/Byline.tsx';
import { LiveCaption } from '../parts/shares/LiveCaption.tsx';
import { useMember } from '../parts/shares/useReader.ts';
import { Button, IconButton } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';
import { Menu } from '../system/Menu.tsx';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import { ChannelDialog, DeleteChannelDialog } from './ChannelDialogs.tsx';
import { type Sounding, SoundingCards } from './ClubCards.tsx';
import styles from './ClubRoom.module.css';

/** A channel that is being made (`new`), changed or deleted. */
type Opened = { deed: 'new' } | { deed: 'edit' | 'delete'; channel: Channel };

/** The channels of a club: a tap plays the newest rifff of one, its name leads into its room. */
export function ChannelList({ club }: { club: ClubPage }) {
  const { channels, role, closes } = club;
  const [opened, setOpened] = useState<Opened | null>(null);
  const mayEdit = role === 'owner' && closes === null;
  const isOnly = channels.length === 1;
  const heard = useMemo(
    () =>
      heardChannels(channels).flatMap((channel): Sounding[] => {
        const { jamId, name, newest, imageUrl } = channel;
        if (!newest) return [];
        const one = { id: jamId, title: name, to: `/jams/${jamId}`, imageUrl };
        return [
          {
            ...one,
            rifff: { ...newest, jamId },
            caption: <LiveCaption {...channel} />,
            facts: <ChannelFacts channel={channel} />,
            aside: mayEdit && <ChannelMenu channel={channel} isOnly={isOnly} onOpen={setOpened} />,
          },
        ];
      }),
    [channels, mayEdit, isOnly],
  );
  const silent = channels.filter(({ jamId }) => !heard.some(({ id }) => id === jamId));
  return (
    <>
      {heard.length > 0 ? (
        <SoundingCards name="channel" list={heard} hasKeys />
      ) : (
        <NothingHeard club={club} />
      )}
      {silent.length > 0 && (
        <ul className={heard.length > 0 ? 'top32' : undefined}>
          {silent.map((channel) => (
            <li key={channel.jamId} className={styles.rowWithMenu}>
              <SilentRow channel={channel} />
              {mayEdit && <ChannelMenu channel={channel} isOnly={isOnly} onOpen={setOpened} />}
            </li>
          ))}
        </ul>
      )}
      {mayEdit && (
        <p className={styles.tool}>
          <Button size="sm" icon="plus" onClick={() => setOpened({ deed: 'new' })}>
            New channel
          </Button>
        </p>
      )}
      {opened && opened.deed !== 'delete' && (
        <ChannelDialog
          club={club}
          channel={opened.deed === 'edit' ? opened.channel : null}
          onClose={() => setOpened(null)}
        />
      )}
      {opened?.deed === 'delete' && (
        <DeleteChannelDialog
          clubId={club.id}
          channel={opened.channel}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

/** Who is in a channel, what goes on in it and whom it is for. */
function ChannelFacts({ channel }: { channel: Channel }) {
  const { present, presentCount, isBeingAnswered, access, description } = channel;
  const people = usePresentText()(present, presentCount);
  const mark = channelMark(access);
  return (
    <p className={`${styles.cardFacts} t13`}>
      {isBeingAnswered && <span className="bold">Recording an answer</span>}
      {people && (
        <span title={people}>
          {people} <span className="muted">there now</span>
        </span>
      )}
      {mark && <span className="muted">{mark}</span>}
      {description && (
        <span className="muted clamp" title={description}>
          {description}
        </span>
      )}
    </p>
  );
}

function SilentRow({ channel }: { channel: Channel }) {
  const { jamId, name, description, access, present, presentCount, imageUrl } = channel;
  const people = usePresentText()(present, presentCount);
  const facts = [people && `${people} there now`, channelMark(access)].filter(Boolean).join(', ');
  return (
    <Link to={`/jams/${jamId}`} className={`focusInside row gap16 lineAbove ${styles.row}`}>
      {imageUrl && <img className="rigid coverFit" src={imageUrl} alt="" width="48" height="48" />}
      <span className="stack fill">
        <span className="medium hoverUnderline truncate" title={name}>
          {name}
        </span>
        <span className="t13 muted truncate">{description || 'Waiting for a first rifff'}</span>
      </span>
      {channel.isDemo && <DemoMark />}
      {facts && <span className={`num rigid ${styles.rowFacts} t13 muted`}>{facts}</span>}
    </Link>
  );
}

interface ChannelMenuProps {
  channel: Channel;
  /** A club keeps one. */
  isOnly: boolean;
  onOpen(opened: Opened): void;
}

function ChannelMenu({ channel, isOnly, onOpen }: ChannelMenuProps) {
  return (
    <Menu
      label={channel.name}
      align="end"
      items={[
        {
          id: 'edit',
          title: 'Edit the channel',
          icon: 'edit',
          run: () => onOpen({ deed: 'edit', channel }),
        },
        {
          id: 'delete',
          title: 'Delete the channel',
          icon: 'bin',
          disabled: isOnly,
          run: () => onOpen({ deed: 'delete', channel }),
        },
      ]}
      trigger={<IconButton icon="more" size="xs" label={`More about ${channel.name}`} />}
    />
  );
}

/** Shown where nothing was played yet, or where the reader may hear none of it: says what to do next. */
function NothingHeard({ club }: { club: ClubPage }) {
  const { channels, role, access } = club;
  const member = useMember();
  const [first] = channels;
  if (!first) {
    return (
      <ListState
        isSmall
        title="Its channels are for members"
        action={
          <Button size="sm" to="/jams">
            Hear the open rooms
          </Button>
        }
      >
        {access === 'open' ? 'Join, and you hear and play in them.' : 'A code lets you in.'}
      </ListState>
    );
  }
  if (role !== null && club.closes === null && member !== '') {
    return (
      <ListState
        isSmall
        title="Nothing played yet"
        action={
          <Button variant="filled" size="sm" to={`/jams/${first.jamId}`}>
            Play the first rifff
            <VisuallyHidden> in {first.name}</VisuallyHidden>
          </Button>
        }
      >
        Everyone in the club hears it at once, and may answer.
      </ListState>
    );
  }
  return (
    <ListState
      isSmall
      title="Nothing played yet"
      action={
        <Button size="sm" to="/clubs">
          Hear other clubs
        </Button>
      }
    >
      Its first rifff will be here.
    </ListState>
  );
}
