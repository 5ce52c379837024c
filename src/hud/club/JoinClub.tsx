import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams } from 'react-router';
import { useSnapshot } from 'valtio';
import type { Club } from '../../data/contract/clubs.ts';
import { MESSAGES } from '../../data/contract/messages.ts';
import { useJoinByClubCode } from '../../data/queries/clubChanges.ts';
import { clubByCodeQuery } from '../../data/queries/clubs.ts';
import { loginPath, registerPath } from '../../data/rules/account/redirects.ts';
import { clubAccessText } from '../../data/rules/club/clubText.ts';
import { readCode } from '../../data/rules/jam/lobby.ts';
import { session } from '../../data/stores/session.ts';
import { notify } from '../../data/stores/ui.ts';
import { useEntityForm } from '../kit/EntityForm.tsx';
import { troubleOf } from '../kit/useSave.ts';
import { Invitation, InvitationPage } from '../parts/page/Invitation.tsx';
import { onPage, pageData, RouteError, usePageTitle } from '../parts/page/page.ts';
import { useMember } from '../parts/shares/useReader.ts';
import { useRegionText } from '../parts/useRegionText.ts';
import { Button } from '../system/Button.tsx';
import { SubmitButton } from '../system/Submit.tsx';

const NO_CODE = 'A code has twelve letters and digits. Is the link whole?';
const GONE =
  'This code leads nowhere: it was taken back, has run out, or has let in all whom it was for. A new one opens the club.';

/** `/clubs/join/{code}`: the club that a code opens, and the way in. */
export function JoinClub() {
  usePageTitle('Join a club');
  const code = readCode(useParams().code ?? '', 'clubs/join');
  const { status } = useSnapshot(session);
  const query = useQuery({
    ...onPage(clubByCodeQuery(code ?? '')),
    enabled: code !== null && status !== 'unknown',
  });
  const data = pageData(query, 'The club', GONE);
  if (code === null) throw new RouteError(404, MESSAGES.pageNotFound, NO_CODE);
  if (data) {
    // A member goes to the club at once.
    if (data.role !== null) return <Navigate to={`/club/${data.id}`} replace />;
    return (
      <InvitationPage>
        <ClubInvitation code={code} club={data} />
      </InvitationPage>
    );
  }
  return <InvitationPage />;
}

/** What the club is, and who comes in: the account that is signed in. */
function ClubInvitation({ code, club }: { code: string; club: Club }) {
  const { user } = useSnapshot(session);
  const member = useMember();
  const navigate = useNavigate();
  const text = useRegionText();
  const join = useJoinByClubCode();
  const here = `/clubs/join/${code}`;
  const { id, name, description, iconUrl, bannerUrl, access } = club;
  const form = useEntityForm<Record<string, never>>({
    start: {},
    send: async () => {
      await join.mutateAsync(code);
      notify(`You are in ${name}.`);
      await navigate(`/club/${id}`, { replace: true });
    },
    trouble: (failure) => ({
      title:
        failure.status === 404
          ? 'This code does not let anybody in any more. Ask for a new one.'
          : troubleOf(failure),
    }),
  });
  const channels = text.count(club.channelCount, 'channel');
  return (
    <Invitation
      name={name}
      description={description}
      facts={`${text.count(club.memberCount, 'member')}, ${channels}. ${clubAccessText(access)}`}
      bannerUrl={bannerUrl}
      iconUrl={iconUrl}
      form={form}
      actions={
        <>
          {member !== '' && user ? (
            <SubmitButton isBusy={form.isBusy}>
              {`Join as ${user.profile.displayName || user.user_id}`}
            </SubmitButton>
          ) : (
            <>
              <Button variant="filled" to={registerPath(here)}>
                Sign up to join
              </Button>
              {user === null && <Button to={loginPath(here)}>Sign in</Button>}
            </>
          )}
          {access === 'open' && (
            <Button variant="bare" to={`/club/${id}`}>
              Look in first
            </Button>
          )}
        </>
      }
    />
  );
}
