import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { useSnapshot } from 'valtio';
import type { Club } from '../../data/contract/clubs.ts';
import { ApiError } from '../../data/contract/errors.ts';
import { MESSAGES } from '../../data/contract/messages.ts';
import { useJoinByClubCode } from '../../data/queries/clubChanges.ts';
import { clubByCodeQuery } from '../../data/queries/clubs.ts';
import { loginPath, registerPath } from '../../data/rules/account/redirects.ts';
import { clubAccessText } from '../../data/rules/club/clubText.ts';
import { readCode } from '../../data/rules/jam/lobby.ts';
import { session } from '../../data/stores/session.ts';
import { notify } from '../../data/stores/ui.ts';
import pageStyles from '../parts/Page.module.css';
import { onPage, pageData, RouteError, usePageTitle } from '../parts/page/page.ts';
import { useMember, useReader } from '../parts/shares/useReader.ts';
import { useRegionText } from '../parts/useRegionText.ts';
import { readFailure, troubleOf } from '../parts/useSave.ts';
import { Avatar } from '../system/Avatar.tsx';
import { Button } from '../system/Button.tsx';
import { Skeleton } from '../system/Loading.tsx';
import { SubmitButton, Trouble } from '../system/Submit.tsx';
import { peopleText } from './ClubCards.tsx';
import styles from './Clubs.module.css';

const NO_CODE = 'A code has twelve letters and digits. Is the link whole?';
const GONE =
  'This code leads nowhere: it was taken back, has run out, or has let in all whom it was for. A new one opens the club.';

/** `/clubs/join/{code}`: the club that a code opens, and the way in. */
export function JoinClub() {
  usePageTitle('Join a club');
  const code = readCode(useParams().code ?? '', 'clubs/join');
  const reader = useReader();
  const { status } = useSnapshot(session);
  const query = useQuery({
    ...onPage(clubByCodeQuery(code ?? '', reader)),
    enabled: code !== null && status !== 'unknown',
  });
  const data = pageData(query, 'The club', GONE);
  if (code === null) throw new RouteError(404, MESSAGES.pageNotFound, NO_CODE);
  if (data) {
    // Who is in already goes on at once.
    if (data.role !== null) return <Navigate to={`/club/${data.id}`} replace />;
    return (
      <Page>
        <Invitation code={code} club={data} />
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
  return <div className={`${pageStyles.page} ${styles.page} over`}>{children}</div>;
}

/** What the club is, and who comes in: the account that is signed in. */
function Invitation({ code, club }: { code: string; club: Club }) {
  const { user } = useSnapshot(session);
  const member = useMember();
  const navigate = useNavigate();
  const text = useRegionText();
  const join = useJoinByClubCode(useReader());
  const [isOut, setOut] = useState(false);
  const here = `/clubs/join/${code}`;
  const { id, name, description, iconUrl, bannerUrl, access } = club;
  const enter = () => {
    if (join.isPending) return;
    join.mutate(code, {
      onSuccess: () => {
        notify(`You are in ${name}.`);
        void navigate(`/club/${id}`, { replace: true });
      },
      onError: (error) => setOut(error instanceof ApiError && error.status === 404),
    });
  };
  return (
    <article className={styles.invitation}>
      {bannerUrl && <img className={styles.banner} src={bannerUrl} alt="" />}
      <div className={styles.name}>
        {iconUrl && <Avatar name={name} src={iconUrl} size={96} />}
        <h1 className={`${name.length > 24 ? 't40' : 't64'} clamp`} title={name}>
          {name}
        </h1>
      </div>
      {description && <p className={`${pageStyles.text} t18`}>{description}</p>}
      <p className="muted">
        {peopleText(club, text.number)},{' '}
        {club.channelCount === 1 ? '1 channel' : `${text.number(club.channelCount)} channels`}.{' '}
        {clubAccessText(access)}
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          enter();
        }}
        className="grid gap16 top16"
      >
        <Trouble
          title={
            isOut
              ? 'This code does not let anybody in any more. Ask for a new one.'
              : join.error
                ? troubleOf(readFailure(join.error))
                : ''
          }
        />
        <div className="row wrap gap12">
          {member !== '' && user ? (
            <SubmitButton isBusy={join.isPending}>
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
        </div>
      </form>
    </article>
  );
}
