/** Pages for pupils: signing in by a card, and taking the account out of the class. */
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSnapshot } from 'valtio';
import { signInBy, signOut } from '../data/auth.ts';
import { call } from '../data/client.ts';
import { CLASS_CALLS } from '../data/contract/classCalls.ts';
import { CLUB_CALLS } from '../data/contract/clubCalls.ts';
import { readStoredCredential } from '../data/credential.ts';
import { moveOfferQuery } from '../data/queries/classes.ts';
import { session } from '../data/stores/session.ts';
import { notify } from '../data/stores/ui.ts';
import { AccountFrame, OtherWays } from '../hud/account/AccountFrame.tsx';
import { CardForm, cardTrouble } from '../hud/account/CardForm.tsx';
import { MoveOutForm } from '../hud/account/MoveOutForm.tsx';
import { readFailure, troubleOf } from '../hud/kit/useSave.ts';
import { onPage } from '../hud/parts/page/page.ts';
import { Button } from '../hud/system/Button.tsx';
import { Trouble, type TroubleProps } from '../hud/system/Submit.tsx';

/** What the address carries behind `#`; it is taken out at once, so that it stays in no history. */
function useFragment(): string {
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  const [carried, setCarried] = useState(hash.slice(1));
  useEffect(() => {
    if (!hash) return;
    // Another link, or another scan, in the same window.
    setCarried(hash.slice(1));
    void navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);
  return carried;
}

/** Is it still being asked who is signed in here? */
function useIsAsking(): boolean {
  const { status } = useSnapshot(session);
  return status === 'unknown' && readStoredCredential() !== null;
}

/** Where a pupil begins: in the first channel of the class. */
async function firstPath(): Promise<string> {
  const clubId = session.user?.pupilOf?.clubId;
  if (!clubId) return '/';
  try {
    const { channels } = await call(CLUB_CALLS.club, { params: { id: clubId } });
    if (channels[0]) return `/jams/${channels[0].jamId}`;
  } catch {
    // The page of the class says what is wrong.
  }
  return `/club/${clubId}`;
}

const TITLE = 'Your card';

/** `/card`, with the code behind `#` where the card was scanned: signs a pupil in. */
export function CardPage() {
  const carried = useFragment();
  const navigate = useNavigate();
  const { user } = useSnapshot(session);
  const isAsking = useIsAsking();
  const [filled, setFilled] = useState(0);
  const [trouble, setTrouble] = useState<TroubleProps | null>(null);
  const [isBusy, setBusy] = useState(carried !== '');
  const tried = useRef('');
  const isComing = useRef(false);
  const comeIn = useCallback(
    async (code: string) => {
      isComing.current = true;
      try {
        await signInBy(() => call(CLASS_CALLS.cardLogin, { body: { code } }));
        void navigate(await firstPath(), { replace: true });
      } finally {
        isComing.current = false;
      }
    },
    [navigate],
  );
  const isIn = user !== null && !isComing.current;
  useEffect(() => {
    if (carried === '' || tried.current === carried || isAsking || isIn) return;
    tried.current = carried;
    setBusy(true);
    setTrouble(null);
    comeIn(carried).catch((error) => {
      setTrouble(cardTrouble(readFailure(error)));
      setBusy(false);
    });
  }, [carried, isAsking, isIn, comeIn]);
  if (isIn) {
    const isOfClass = user.pupilOf !== undefined;
    return (
      <AccountFrame
        title={TITLE}
        lead={`${user.profile.displayName} is signed in on this device.`}
        sketch="device"
        filled={0.5}
      >
        <div className="row wrap gap12 top8">
          <Button size="xl" variant="filled" onClick={() => void signOut()}>
            {carried ? 'Sign out and use the card' : 'Sign out first'}
          </Button>
        </div>
        <OtherWays
          ways={[
            {
              title: `Stay signed in as ${user.profile.displayName}`,
              to: isOfClass ? `/club/${user.pupilOf?.clubId}` : '/',
            },
          ]}
        />
      </AccountFrame>
    );
  }
  if (isAsking || isBusy) {
    return (
      <AccountFrame
        title={TITLE}
        lead={<span role="status">Signing in</span>}
        sketch="device"
        filled={1}
      />
    );
  }
  return (
    <AccountFrame
      title={TITLE}
      lead="Type the code of the card that your teacher gave you."
      sketch="device"
      filled={filled}
    >
      <CardForm
        key={carried}
        signIn={comeIn}
        start={carried}
        trouble={trouble}
        onFilled={setFilled}
      />
      <OtherWays ways={[{ title: 'I have an account of my own', to: '/login' }]} />
    </AccountFrame>
  );
}

const MOVE_TITLE = 'Your own account';
const STALE =
  'This link was used already, is too old, or a newer one was made. Ask your teacher for another.';

/** What is said where a link does not hold. */
const offerTrouble = (error: unknown): string => {
  const failure = readFailure(error);
  return failure.status === 404 || failure.status === 400 ? STALE : troubleOf(failure);
};

/** `/move-out#TOKEN`: makes the account of a pupil one of their own. */
export function MoveOutPage() {
  const token = useFragment();
  const navigate = useNavigate();
  const [filled, setFilled] = useState(0);
  const { data, error } = useQuery({ ...onPage(moveOfferQuery(token)), enabled: token !== '' });
  if (!data) {
    const trouble = token === '' ? 'This link is not complete. Open it once more.' : '';
    return (
      <AccountFrame title={MOVE_TITLE} sketch="register" filled={0}>
        <Trouble title={error ? offerTrouble(error) : trouble} />
        {(error || trouble) && (
          <OtherWays
            ways={[
              { title: 'I have a card', to: '/card' },
              { title: 'Sign in', to: '/login' },
            ]}
          />
        )}
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title={MOVE_TITLE}
      lead={`This is the account of ${data.name} in ${data.className}. With an address and a password it is your own: it leaves the class and takes along what you made. Your user name is ${data.userId}.`}
      sketch="register"
      filled={filled}
    >
      <MoveOutForm
        token={token}
        onFilled={setFilled}
        onDone={() => {
          notify('This is your own account now.');
          void navigate('/account', { replace: true });
        }}
      />
    </AccountFrame>
  );
}
