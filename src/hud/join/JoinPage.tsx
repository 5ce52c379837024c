import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { useSnapshot } from 'valtio';
import { takeLogin } from '../../data/auth.ts';
import { ApiError } from '../../data/contract/errors.ts';
import type { Jam } from '../../data/contract/jams.ts';
import { MESSAGES } from '../../data/contract/messages.ts';
import { jamByCodeQuery, useJoinByCode } from '../../data/queries/rooms.ts';
import { loginPath, registerPath } from '../../data/rules/account/redirects.ts';
import { accessText, readCode } from '../../data/rules/jam/lobby.ts';
import { session } from '../../data/stores/session.ts';
import { useEntityForm } from '../kit/EntityForm.tsx';
import { FormTextField } from '../kit/fields.tsx';
import { Invitation, InvitationPage } from '../parts/page/Invitation.tsx';
import { onPage, pageData, RouteError, usePageTitle } from '../parts/page/page.ts';
import { useNames } from '../parts/people/useNames.ts';
import { useRegionText } from '../parts/useRegionText.ts';
import { Button } from '../system/Button.tsx';
import { SubmitButton } from '../system/Submit.tsx';

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
  const { status } = useSnapshot(session);
  const query = useQuery({
    ...onPage(jamByCodeQuery(code ?? '')),
    enabled: code !== null && status !== 'unknown',
  });
  const data = pageData(query, 'The room', NOWHERE);
  if (code === null || data?.purpose === 'stage') {
    throw new RouteError(404, MESSAGES.pageNotFound, NOWHERE);
  }
  if (data) {
    // A member goes to the room at once, and so does a listener of an open room.
    const goesOn = data.jam.role !== null || (onlyListens && data.jam.access === 'public');
    if (goesOn) return <Navigate to={`/jams/${data.jam.id}`} replace />;
    return (
      <InvitationPage>
        <RoomInvitation code={code} jam={data.jam} />
      </InvitationPage>
    );
  }
  return <InvitationPage />;
}

/** What guests may do there, as the owner decided. */
function guestText({ guests }: Jam): string {
  if (guests.mayAnswer)
    return guests.mayChat ? 'Guests may answer and talk.' : 'Guests may answer.';
  return guests.mayChat ? 'Guests may listen and talk.' : 'Guests may listen.';
}

/** The room that a code opens, and who comes in: the account that is signed in, or a guest by a name. */
function RoomInvitation({ code, jam }: { code: string; jam: Jam }) {
  const { user } = useSnapshot(session);
  const navigate = useNavigate();
  const text = useRegionText();
  const join = useJoinByCode();
  const owner = useNames()(jam.owner);
  const isGuest = user === null;
  /** A guest has one room; with an account they come into every other. */
  const isGuestElsewhere = user?.guestOf !== undefined;
  const isForGuests = jam.access !== 'private';
  const here = `/jam/${code}`;
  const form = useEntityForm<{ guestName: string }>({
    mode: 'onSubmit',
    start: { guestName: '' },
    send: async ({ guestName }) => {
      const { jam: joined, login } = await join.mutateAsync(
        isGuest ? { code, guestName: guestName.trim() } : { code },
      );
      if (login) {
        await takeLogin(login).catch(() => {
          throw new ApiError('unauthorised', 'You could not be signed in as a guest. Try again.');
        });
      }
      await navigate(`/jams/${joined.id}`, { replace: true });
    },
  });
  const members = text.count(jam.memberCount, 'member');
  const rifffs = text.count(jam.rifffCount, 'rifff');
  return (
    <Invitation
      name={jam.name}
      description={jam.description}
      facts={`A room${owner ? ` of ${owner}` : ''}: ${members}, ${rifffs}. ${accessText(jam.access)}`}
      form={form}
      actions={
        <>
          {!isGuestElsewhere && (!isGuest || isForGuests) && (
            <SubmitButton isBusy={form.isBusy}>
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
        </>
      }
    >
      {isGuest && isForGuests && (
        <FormTextField<{ guestName: string }>
          name="guestName"
          label="Your name here"
          maxLength={40}
          autoComplete="nickname"
          hint={`${guestText(jam)} Sign up later, and all that you made is yours.`}
          rule={(text) => text.trim() !== '' || 'Others need a name for you.'}
        />
      )}
      {isGuestElsewhere && (
        <p>You are a guest in another room. An account opens both, and keeps what you made.</p>
      )}
    </Invitation>
  );
}
