import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useSnapshot } from 'valtio';
import { readStoredCredential } from '../data/credential.ts';
import { setUpBy, setupLinkQuery } from '../data/queries/setup.ts';
import { session } from '../data/stores/session.ts';
import { AccountFrame, OtherWays } from '../hud/account/AccountFrame.tsx';
import { RegisterForm } from '../hud/account/RegisterForm.tsx';
import { PageFrame, PageHead } from '../hud/kit/PageFrame.tsx';
import { readFailure, troubleOf } from '../hud/kit/useSave.ts';
import { onPage, usePageTitle } from '../hud/parts/page/page.ts';
import { ClaimSection } from '../hud/setup/ClaimSection.tsx';
import { SetupSteps } from '../hud/setup/SetupSteps.tsx';
import { ListState } from '../hud/system/ListState.tsx';

const TITLE = 'Set up this server';
const NEW_LINK =
  'A server without an administrator prints a link at each start. The command npm run admin -- link prints one at any time.';

/** The form of a visitor who brings a good link. */
function FirstAccount({ token }: { token: string }) {
  const [filled, setFilled] = useState(0);
  const [make] = useState(() => setUpBy(token));
  return (
    <AccountFrame
      title={TITLE}
      lead="Make the account that runs this server. It is administrator at once, and the settings come next."
      sketch="register"
      filled={filled}
    >
      <RegisterForm onFilled={setFilled} needsInvitation={false} make={make} />
      {/* The way back is remembered in this tab: in the address of the form it would reach the server. */}
      <OtherWays ways={[{ title: 'I have an account here', to: '/login' }]} />
    </AccountFrame>
  );
}

/** What the link in the address is good for. */
function ByLink({ token, userId }: { token: string; userId: string | null }) {
  const { data, error } = useQuery(onPage(setupLinkQuery(token)));
  if (!data && !error) return null;
  if (!data) {
    return (
      <PageFrame>
        <PageHead title={TITLE} />
        <ListState title={`${troubleOf(readFailure(error))}.`.replace(/\.\.$/, '.')} role="alert">
          {NEW_LINK}
        </ListState>
      </PageFrame>
    );
  }
  if (userId === null) return <FirstAccount token={token} />;
  return (
    <PageFrame>
      <PageHead title={TITLE} />
      <ClaimSection token={token} userId={userId} />
    </PageFrame>
  );
}

/**
 * `/setup#TOKEN`: makes the first administrator by the link that the server printed; then, and for every administrator
 * without a link, what the server is told in its first evening. The token is in the fragment, which no server is sent.
 */
export function Setup() {
  usePageTitle(TITLE);
  const { hash } = useLocation();
  const { status, user } = useSnapshot(session);
  const token = /^#([A-Za-z0-9_-]{16,128})$/.exec(hash)?.[1];
  if (status === 'unknown' && readStoredCredential() !== null) return null;
  if (user?.roles.includes('admin')) {
    // Used or not, a link says nothing to an administrator, and is nothing to leave in a history.
    if (hash) return <Navigate to="/setup" replace />;
    return (
      <PageFrame>
        <PageHead title={TITLE} />
        <SetupSteps />
      </PageFrame>
    );
  }
  // A guest has no password to come back with: they make an account.
  const userId = user && user.guestOf === undefined ? user.user_id : null;
  if (token) return <ByLink key={token} token={token} userId={userId} />;
  return (
    <PageFrame>
      <PageHead title={TITLE} />
      <ListState title="This page is for administrators, and for the link that makes the first one.">
        {NEW_LINK}
      </ListState>
    </PageFrame>
  );
}
