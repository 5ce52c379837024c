import { useState } from 'react';
import { Link } from 'react-router';
import type { ChatMessage } from '../../../data/contract/chat.ts';
import type { Jam } from '../../../data/contract/jams.ts';
import { encodeBytes } from '../../../data/contract/loopData.ts';
import { messageRuns } from '../../../data/rules/jam/chatView.ts';
import { personText } from '../../../data/rules/sharing/credits.ts';
import { useEngine } from '../../EngineContext.tsx';
import { LinkedText } from '../../kit/LinkedText.tsx';
import { startListening } from '../../parts/listening/startListening.ts';
import { useMemberFile } from '../../parts/media/useMemberFile.ts';
import page from '../../parts/Page.module.css';
import { useNames } from '../../parts/people/useNames.ts';
import { RifffDisc } from '../../parts/rings/RifffDisc.tsx';
import { TrackPlayer } from '../../parts/tracks/TrackPlayer.tsx';
import styles from './Chat.module.css';

interface MemberImageProps {
  url: string;
  width: number;
  height: number;
  /** Only a member may see it: it is fetched with the credential of this device. */
  isForMember: boolean;
  label: string;
}

/** A picture of the talk, in its own proportion from the start; opens whole in another window. */
function MemberImage({ url, width, height, isForMember, label }: MemberImageProps) {
  const { held, isGone } = useMemberFile(isForMember ? url : null);
  const [isBroken, setBroken] = useState(false);
  const source = isForMember ? held : url;
  if (isGone || isBroken) return <p className="t13 muted">The picture could not be loaded.</p>;
  const style = { aspectRatio: `${width} / ${height}` };
  if (!source) return <span className={styles.image} style={style} />;
  return (
    <a href={source} target="_blank" rel="noopener" className={styles.image} style={style}>
      <img
        className="block full coverFit"
        src={source}
        alt={label}
        decoding="async"
        loading="lazy"
        onError={() => setBroken(true)}
      />
    </a>
  );
}

/** What a message says: words, pictures, voice or a rifff. */
export function MessageBody({ message, jam }: { message: ChatMessage; jam: Jam }) {
  const isForMember = jam.access !== 'public';
  const { audio, images, rifff, type, created, id } = message;
  return (
    <>
      {message.message !== '' && (
        <p className={`${page.text} textLinks`}>
          <LinkedText runs={messageRuns(message.message)} />
        </p>
      )}
      {images.length > 0 && (
        <div className={styles.images}>
          {images.map((image, at) => (
            <MemberImage
              key={image.url}
              {...image}
              isForMember={isForMember}
              label={`Picture ${at + 1} of ${images.length} by ${message.displayName}`}
            />
          ))}
        </div>
      )}
      {audio && (
        <TrackPlayer
          label={`Voice message of ${message.displayName}`}
          isForMember={isForMember}
          track={{
            id,
            name: '',
            user_id: message.user,
            created,
            mime: '',
            url: audio.url,
            durationSec: audio.durationSec,
            peaks: encodeBytes(Uint8Array.from(audio.peaks, (peak) => Math.round(255 * peak))),
          }}
        />
      )}
      {type === 'rifff' &&
        (rifff ? (
          <RifffInTalk rifff={rifff} by={message.displayName} jamId={jam.id} />
        ) : (
          <p className="muted">This rifff is gone.</p>
        ))}
    </>
  );
}

interface RifffInTalkProps {
  rifff: NonNullable<ChatMessage['rifff']>;
  /** Who shows it. */
  by: string;
  /** The jam that is talked in. */
  jamId: string;
}

/** A rifff in the talk: plays at a tap. */
function RifffInTalk({ rifff, by, jamId }: RifffInTalkProps) {
  const engine = useEngine();
  const nameOf = useNames();
  const play = () => {
    void startListening(engine, [{ id: rifff._id, title: '', rifff }], 0);
  };
  return (
    <div className={styles.rifff}>
      <button
        type="button"
        className={styles.disc}
        aria-label={`Play the rifff that ${by} shows`}
        onClick={play}
      >
        <RifffDisc rifff={rifff} sizePx={48} />
      </button>
      <div>
        <p>{`A rifff by ${personText(nameOf(rifff.userName, rifff))}`}</p>
        {rifff.jamId && rifff.jamId !== jamId && <Link to={`/jams/${rifff.jamId}`}>Its jam</Link>}
      </div>
    </div>
  );
}
