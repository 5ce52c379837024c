import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { useSnapshot } from 'valtio';
import { takeLogin } from '../../data/auth.ts';
import type { Jam } from '../../data/contract/jams.ts';
import { MESSAGES } from '../../data/contract/messages.ts';
import { jamByCodeQuery, useJoinByCode } from '../../data/queries/rooms.ts';
import { loginPath, registerPath } from '../../data/rules/account/redirects.ts';
import { accessText, readCode } from '../../data/rules/jam/lobby.ts';
import { session } from '../../data/stores/session.ts';
import pageStyles from '../parts/Page.module.css';
import { onPage, pageData, RouteError, usePageTitle } from '../parts/page/page.ts';
import { useNames } from '../parts/people/useNames.ts';
import { useReader } from '../parts/shares/useReader.ts';
import { useRegionText } from '../parts/useRegionText.ts';
import { readFailure, troubleOf } from '../parts/useSave.ts';
import { Button } from '../system/Button.tsx';
import { Skeleton } from '../system/Loading.tsx';
import { SubmitButton, Trouble } from '../system/Submit.tsx';
import { TextField } from '../system/TextField.tsx';

const NOWHERE =
  'This code leads nowhere: it was taken back, or has run out. A new one opens the room again.';

/**
 * `/jam/{code}` and `/jam/{code}/join`: what a code leads to, and the way in. `/jam/{code}/listen` goes straight to a room
 * that anyone may hear.
 */
export function JoinPage() {
  usePageTitle('Join a room');
  const { code: asked = '' } = useParams();
  const onlyListens = useLocation().pathname.endsWith('/listen');
  const code = readCode(asked);
  const reader = useReader();
  const { status } = useSnapshot(session);
  const query = useQuery({
    ...onPage(jamByCodeQuery(code ?? '', reader)),
    enabled: code !== null && status !== 'unknown',
  });
  const data = pageData(query, 'The room', NOWHERE);
  if (code === null || data?.purpose === 'stage') {
    throw new RouteError(404, MESSAGES.pageNotFound, NOWHERE);
  }
  if (data) {
    // Who is in already goes on at once.
    const goesOn = data.jam.role !== null || (onlyListens && data.jam.access === 'public');
    if (goesOn) return <Navigate to={`/jams/${data.jam.id}`} replace />;
    return (
      <Page>
        <Invitation code={code} jam={data.jam} />
      </Page>
    );
  }
  return (
    <Page>
      <Skeleton width={280} height={64} />
    </Page>
  );
}

function Page({ children }: { children: ReactNode }) {
  return <div className={`${pageStyles.page} over`}>{children}</div>;
}

/** What guests may do there, as the owner decided. */
function guestText({ guests }: Jam): string {
  if (guests.mayAnswer)
    return guests.mayChat ? 'Guests may answer and talk.' : 'Guests may answer.';
  return guests.mayChat ? 'Guests may listen and talk.' : 'Guests may listen.';
}

/** The room that a code opens, and who comes in: the account that is signed in, or a guest by a name. */
function Invitation({ code, jam }: { code: string; jam: Jam }) {
  const { user } = useSnapshot(session);
  const navigate = useNavigate();
  const text = useRegionText();
  const join = useJoinByCode();
  const owner = useNames()(jam.owner);
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [loginTrouble, setLoginTrouble] = useState('');
  const isGuest = user === null;
  /** A guest has one room; with an account they come into every other. */
  const isGuestElsewhere = user?.guestOf !== undefined;
  const isForGuests = jam.access !== 'private';
  const here = `/jam/${code}`;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const guestName = name.trim();
    if (join.isPending) return;
    if (isGuest && guestName === '') return setMissing(true);
    try {
      const { jam: joined, login } = await join.mutateAsync(
        isGuest ? { code, guestName } : { code },
      );
      if (login) {
        const isIn = await takeLogin(login).then(
          () => true,
          () => false,
        );
        if (!isIn) return setLoginTrouble('You could not be signed in as a guest. Try again.');
      }
      await navigate(`/jams/${joined.id}`, { replace: true });
    } catch {
      // What went wrong stands in the form.
    }
  };
  const failure = join.error ? readFailure(join.error) : null;
  const members = jam.memberCount === 1 ? '1 member' : `${text.number(jam.memberCount)} members`;
  const rifffs = jam.rifffCount === 1 ? '1 rifff' : `${text.number(jam.rifffCount)} rifffs`;
  return (
    <article className={pageStyles.invitation}>
      <h1 className={`${jam.name.length > 24 ? 't40' : 't64'} clamp`} title={jam.name}>
        {jam.name}
      </h1>
      {jam.description && <p className={`${pageStyles.text} t18`}>{jam.description}</p>}
      <p className="muted">
        A room{owner && ` of ${owner}`}: {members}, {rifffs}. {accessText(jam.access)}
      </p>
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap16 top16">
        <Trouble title={failure ? troubleOf(failure) : loginTrouble} />
        {isGuest && isForGuests && (
          <TextField
            label="Your name here"
            value={name}
            maxLength={40}
            autoComplete="nickname"
            hint={`${guestText(jam)} Sign up later, and all that you made is yours.`}
            error={isMissing ? 'Others need a name for you.' : undefined}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setMissing(false);
            }}
          />
        )}
        {isGuestElsewhere && (
          <p>You are a guest in another room. An account opens both, and keeps what you made.</p>
        )}
        <div className="row wrap gap12">
          {!isGuestElsewhere && (!isGuest || isForGuests) && (
            <SubmitButton isBusy={join.isPending}>
              {isGuest ? 'Come in as a guest' : `Join as ${user.profile.displayName}`}
            </SubmitButton>
          )}
          {isGuestElsewhere && (
            <>
              <Button variant="filled" to={registerPath(here)}>
                Make an account
              </Button>
              <Button to={`/jams/${user.guestOf}`}>Back to your room</Button>
            </>
          )}
          {isGuest && (
            <>
              <Button variant={isForGuests ? 'outlined' : 'filled'} to={loginPath(here)}>
                Sign in
              </Button>
              <Button variant="bare" to={registerPath(here)}>
                Make an account
              </Button>
            </>
          )}
          {jam.access === 'public' && (
            <Button variant="bare" to={`/jams/${jam.id}`}>
              Only listen
            </Button>
          )}
        </div>
      </form>
    </article>
  );
}
