import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import type { Jam } from '../../../data/contract/jams.ts';
import { MESSAGES } from '../../../data/contract/messages.ts';
import { loginPath, registerPath } from '../../../data/rules/account/redirects.ts';
import type { OutReason } from '../../../data/socket.ts';
import { leaveCommitted } from '../../../data/stores/draft.ts';
import { WaitingDisc } from '../../parts/listening/WaitingDisc.tsx';
import { HeaderActions } from '../../parts/page/frame.tsx';
import { pageFailure, RouteError, usePageTitle } from '../../parts/page/page.ts';
import { useMedia } from '../../parts/useMedia.ts';
import { Button } from '../../system/Button.tsx';
import { FailedState, ListState } from '../../system/ListState.tsx';
import { useSkipCommands } from '../actions/useSkipCommands.ts';
import { TalkLine } from '../chat/TalkLine.tsx';
import { useDraft } from '../EditorContext.tsx';
import { NarrowDraftState } from '../narrow/NarrowDraftState.tsx';
import { DraftState } from '../rings/DraftState.tsx';
import { RingsStage } from '../rings/RingsStage.tsx';
import { RoomLineProvider } from '../room/RoomLine.tsx';
import { RoomOut } from '../room/RoomOut.tsx';
import { useActivity } from '../room/useActivity.ts';
import { useRoomLine } from '../room/useRoomLine.ts';
import { LaterTracks, LOOPS_PART, NarrowMaking, SLOTS_PART, Talk } from '../surface/laterParts.tsx';
import { StudioTools } from '../surface/StudioTools.tsx';
import { Surface } from '../surface/Surface.tsx';
import { NARROW, type SidePart } from '../surface/surfaceParts.ts';
import { useFirstAnswer } from '../surface/useAnswer.ts';
import { useKeptFocus } from '../surface/useKeptFocus.ts';
import { JamHead, NarrowJamTitle } from './JamHead.tsx';
import styles from './JamPage.module.css';
import { JamRoom } from './JamRoom.tsx';
import { JamSkeleton } from './JamSkeleton.tsx';
import { type JamView, startPath, useJam } from './useJam.ts';

/** `/jams/{id}`: a jam, with its history and one rifff of it to hear and mix; `/jams/me` is one's own. */
export function JamPage() {
  const asked = useParams().jam;
  const [out, setOut] = useState<{ asked?: string; jam: Jam; reason: OutReason } | null>(null);
  if (out && out.asked === asked) return <RoomOut {...out} onAgain={() => setOut(null)} />;
  return (
    <OpenJam key={asked} asked={asked} onOut={(jam, reason) => setOut({ asked, jam, reason })} />
  );
}

interface OpenJamProps {
  /** The name in the address. */
  asked: string | undefined;
  /** The reader may not hear the room any more. */
  onOut(jam: Jam, reason: OutReason): void;
}

function OpenJam({ asked, onOut }: OpenJamProps) {
  const view = useJam(asked);
  const { jam, state } = view;
  usePageTitle(jam?.name ?? 'Jams');
  useEffect(() => leaveCommitted, []);
  // The room as it was last read. If the server no longer shows it, the reader has lost access.
  const known = useRef<Jam | undefined>(undefined);
  if (jam?.kind === 'room') known.current = jam;
  const goOut = (reason: OutReason) => known.current && onOut(known.current, reason);
  const line = useRoomLine(jam, goOut);
  const isLost = state === 'missing' && known.current !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, when it is lost
  useEffect(() => {
    if (isLost && !line.isLeaving()) goOut('closed');
  }, [isLost]);
  // A jam that the reader may not read is shown as not found.
  if (state === 'missing' && !isLost) throw new RouteError(404, MESSAGES.pageNotFound);
  if (state === 'failed') throw pageFailure(view.error, 'The jam');
  if (state === 'loading' || isLost) return <JamSkeleton disc={<WaitingDisc />} />;
  return (
    <RoomLineProvider value={line}>
      <JamBody view={view} />
    </RoomLineProvider>
  );
}

function JamBody({ view }: { view: JamView }) {
  const { state, entries } = view;
  useKeptFocus();
  if (state === 'ready' && entries.length > 0) return <JamRoom view={view} />;
  if (state === 'ready' && view.jam?.kind === 'room') {
    return <EmptyRoom view={view} jam={view.jam} />;
  }
  return (
    <section className={`${styles.alone} over`}>
      <JamHead view={view} />
      {state === 'ready' ? (
        <EmptyJam view={view} />
      ) : (
        // Commits that wait on this device may still come.
        <FailedState isOffline what="The jam" onRetry={view.retry} />
      )}
      <LaterTracks view={view} />
    </section>
  );
}

/** A room before its first rifff: the same surface, with something to begin with in the place of the rings. */
function EmptyRoom({ view, jam }: { view: JamView; jam: Jam }) {
  const isNarrow = useMedia(NARROW);
  const mayMake = jam.mayAnswer;
  useFirstAnswer(jam, mayMake);
  // The buttons stand there, and there is nowhere to go.
  useSkipCommands({ canBack: false, canForward: false, skip: () => {} });
  useActivity(useDraft().count > 0 && mayMake);
  const left: SidePart[] = [
    {
      id: 'people',
      title: 'People',
      content: (
        <JamHead view={view}>
          <LaterTracks view={view} />
        </JamHead>
      ),
    },
  ];
  const right: SidePart[] = [{ id: 'talk', title: 'Talk', content: <Talk jam={jam} /> }];
  if (!mayMake) {
    return (
      <>
        {isNarrow && (
          <HeaderActions>
            <NarrowJamTitle view={view} />
          </HeaderActions>
        )}
        <Surface
          label={jam.name}
          head={null}
          rings={
            <div className={`${styles.waiting} over`}>
              <EmptyJam view={view} />
            </div>
          }
          left={left}
          right={right}
          line={<TalkLine jam={jam} />}
          mayMake={false}
        />
      </>
    );
  }
  return (
    <StudioTools narrowTitle={<NarrowDraftState />}>
      <Surface
        label={jam.name}
        head={!isNarrow && <DraftState isInJam />}
        rings={
          <RingsStage placeId="jam.now" marginPx={isNarrow ? 19 : 14} hasCropMarks={!isNarrow} />
        }
        under={isNarrow && <NarrowMaking />}
        left={[...left, LOOPS_PART]}
        right={[...right, SLOTS_PART]}
        line={<TalkLine jam={jam} />}
        mayMake
      />
    </StudioTools>
  );
}

/** A jam without a rifff: says what the reader can do, if anything. */
function EmptyJam({ view }: { view: JamView }) {
  if (view.id === null) {
    return (
      <ListState
        title="What you commit goes here"
        action={
          <>
            <Button variant="filled" to={registerPath('/jams/me')}>
              Make an account
            </Button>
            <Button to={loginPath('/jams/me')}>Sign in</Button>
            <Button variant="bare" to="/jam">
              Start a rifff
            </Button>
          </>
        }
      >
        Every account has a jam of its own: all that it commits, with what came from what. Make a
        rifff first, if you like: it waits on this device.
      </ListState>
    );
  }
  const mayCommit = view.isOwn || view.jam?.mayAnswer === true;
  return (
    <ListState
      title="Nothing committed yet"
      action={
        mayCommit && (
          <Button variant="filled" icon="plus" to={startPath(view)}>
            Start a rifff
          </Button>
        )
      }
    >
      {mayCommit
        ? 'Commit a rifff in the editor, and it stays here with all that comes from it.'
        : 'Its first rifff will be here.'}
    </ListState>
  );
}
