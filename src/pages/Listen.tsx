import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSnapshot } from 'valtio';
import {
  type ListenSource,
  listenSearch,
  listenTitle,
  readListenSource,
} from '../data/rules/listening/listenSource.ts';
import { rememberedSource, rememberSource } from '../data/stores/listenOrder.ts';
import { session } from '../data/stores/session.ts';
import { ui } from '../data/stores/ui.ts';
import { PageFrame, PageHead } from '../hud/kit/PageFrame.tsx';
import { CastRoom } from '../hud/listen/CastRoom.tsx';
import { ListenRoom } from '../hud/listen/ListenRoom.tsx';
import { ListenSkeleton } from '../hud/listen/ListenSkeleton.tsx';
import { SourceBar } from '../hud/listen/SourceBar.tsx';
import { useListenRow } from '../hud/listen/useListenRow.ts';
import { type SourceState, useListenSource } from '../hud/listen/useListenSource.ts';
import { WaitingDisc } from '../hud/parts/listening/WaitingDisc.tsx';
import { usePageTitle } from '../hud/parts/page/page.ts';
import { useLoginHref } from '../hud/parts/shares/useReader.ts';
import { Button } from '../hud/system/Button.tsx';
import { FailedState, ListState } from '../hud/system/ListState.tsx';

/** `/listen`: shared rifffs one after the other, or the picture of what another window plays. */
export function Listen() {
  const { search } = useLocation();
  return new URLSearchParams(search).has('show') ? <CastRoom /> : <ListenHere search={search} />;
}

/** The source that the address names, else the one that was chosen last on this device. */
function useSource(search: string): [ListenSource, (source: ListenSource) => void] {
  const navigate = useNavigate();
  const source = useMemo(() => readListenSource(search) ?? rememberedSource(), [search]);
  const choose = (next: ListenSource) => {
    rememberSource(next);
    void navigate(`/listen${listenSearch(next)}`, { replace: true });
  };
  return [source, choose];
}

function ListenHere({ search }: { search: string }) {
  const [source, choose] = useSource(search);
  usePageTitle(source.from === 'latest' ? 'Listen' : `Listen: ${listenTitle(source)}`);
  const state = useListenSource(source);
  const { isOnline } = useSnapshot(ui);
  const row = useListenRow(source, state.entries);
  const { status } = useSnapshot(session);
  const { now } = row;
  const retry = () => {
    state.refetch();
    row.refetch();
  };
  const isOut = source.from === 'following' && status === 'out';
  if (now) {
    return (
      <ListenRoom
        row={{ ...row, now }}
        source={source}
        entries={state.entries}
        onSource={choose}
        note={noteOf(source, state, isOut, isOnline)}
        onNearEnd={state.more}
      />
    );
  }
  // What was found is in the row with the next commit, unless nothing of it is. What a row of before still names does
  // not come where nothing can be read.
  const isKnown = !state.isFailed && (state.entries.length > 0 || row.next.length > 0);
  const isComing = state.isLoading || row.isFetching || isKnown;
  if (isComing || (source.from === 'following' && status === 'unknown')) {
    return <ListenSkeleton disc={<WaitingDisc />} />;
  }
  return (
    <PageFrame>
      <PageHead title="Listen">
        <SourceBar source={source} onChoose={choose} />
      </PageHead>
      {state.isFailed ? (
        <FailedState isOffline={!isOnline} what="What people shared" onRetry={retry} />
      ) : (
        <Nothing source={source} isMissing={state.isMissing} isOut={isOut} onChoose={choose} />
      )}
    </PageFrame>
  );
}

/** What stands beside the source while something else plays. */
function noteOf(
  source: ListenSource,
  state: SourceState,
  isOut: boolean,
  isOnline: boolean,
): string {
  if (state.entries.length > 0 || state.isLoading) return '';
  if (state.isFailed)
    return isOnline ? 'It could not be loaded.' : 'No network: what is here plays on.';
  return nothingIn(source, state.isMissing, isOut).title;
}

/** Why a source has nothing. */
function nothingIn(source: ListenSource, isMissing: boolean, isOut: boolean) {
  if (isOut) return { title: 'Sign in to hear people you follow', text: '' };
  if (isMissing && source.from === 'jam') {
    return {
      title: 'No such room, or not for you',
      text: 'A room is heard by its members, by everyone where it is open, or by its code.',
    };
  }
  if (isMissing) {
    return {
      title: 'There is no one of that name',
      text: 'The search finds people by their names.',
    };
  }
  switch (source.from) {
    case 'chart':
      return {
        title: 'The chart of this week is empty',
        text: 'Likes, answers and comments fill it.',
      };
    case 'week':
      return { title: 'No rifff of the week yet', text: 'The first is found when a week is over.' };
    case 'following':
      return {
        title: 'Nothing from people you follow yet',
        text: 'Follow a person whose rifffs you like.',
      };
    case 'jam':
      return { title: 'Nothing was played in this room yet', text: '' };
    case 'user':
      return { title: `${source.user} has shared nothing yet`, text: '' };
    default:
      return {
        title: 'Nothing to hear yet',
        text: 'What people share plays here, one after the other.',
      };
  }
}

interface NothingProps {
  source: ListenSource;
  isMissing: boolean;
  isOut: boolean;
  onChoose(source: ListenSource): void;
}

/** A source that has nothing, with a way on. */
function Nothing({ source, isMissing, isOut, onChoose }: NothingProps) {
  const loginHref = useLoginHref();
  const { title, text } = nothingIn(source, isMissing, isOut);
  const action = isOut ? (
    <Button to={loginHref} variant="filled">
      Sign in
    </Button>
  ) : source.from === 'latest' ? (
    <Button to="/jam" variant="filled" icon="plus">
      Start a rifff
    </Button>
  ) : (
    <Button variant="filled" onClick={() => onChoose({ from: 'latest' })}>
      Play the latest
    </Button>
  );
  return (
    <ListState title={title} action={action}>
      {text}
    </ListState>
  );
}
