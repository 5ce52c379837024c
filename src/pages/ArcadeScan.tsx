import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useSnapshot } from 'valtio';
import type { KeptRun } from '../data/contract/arcade.ts';
import { ApiError } from '../data/contract/errors.ts';
import { claimQuery } from '../data/queries/arcade.ts';
import { loginPath, registerPath } from '../data/rules/account/redirects.ts';
import { groupCode } from '../data/rules/arcade/claimCode.ts';
import { ui } from '../data/stores/ui.ts';
import { AccountFrame, OtherWays } from '../hud/account/AccountFrame.tsx';
import { MailSignIn } from '../hud/account/MailSignIn.tsx';
import { ClaimRoom, Taken } from '../hud/arcade/around/ClaimRoom.tsx';
import { ScanRoom } from '../hud/arcade/around/ScanRoom.tsx';
import { useMember } from '../hud/parts/shares/useReader.ts';
import { Button } from '../hud/system/Button.tsx';
import { FailedState } from '../hud/system/ListState.tsx';

/** `/arcade/qr-code-scan?code=`: takes a run home that was played on another device; without a code it looks for one. */
export function ArcadeScan() {
  const [search, setSearch] = useSearchParams();
  const [taken, setTaken] = useState<KeptRun | null>(null);
  const code = search.get('code') ?? '';
  if (taken) {
    return (
      <AccountFrame title="Yours" sketch="register" filled={1}>
        <Taken kept={taken} />
      </AccountFrame>
    );
  }
  if (code === '') {
    return (
      <AccountFrame
        title="Take it home"
        lead="Scan the code that the arcade shows after a run. The rifff that was made is yours then."
        sketch="device"
        filled={0.5}
      >
        <ScanRoom onCode={(found) => setSearch({ code: found })} />
        <OtherWays ways={[{ title: 'To the arcade', to: '/arcade' }]} />
      </AccountFrame>
    );
  }
  return <Found code={code} onTaken={setTaken} onOther={() => setSearch({})} />;
}

interface FoundProps {
  code: string;
  onTaken(kept: KeptRun): void;
  /** Another code is wanted. */
  onOther(): void;
}

/** A code: what it is about, and the way to have it. */
function Found({ code, onTaken, onOther }: FoundProps) {
  const { data, error, refetch } = useQuery(claimQuery(code));
  const member = useMember();
  const { isOnline } = useSnapshot(ui);
  const { pathname, search } = useLocation();
  const back = pathname + search;
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (data) {
    return (
      <AccountFrame
        title="Take it home"
        lead={
          member
            ? 'It goes to your own jam, and names everybody whose loops are in it.'
            : 'A rifff was made in the arcade. Sign in or sign up, and it is yours; this page waits for you.'
        }
        sketch="device"
        filled={member ? 1 : 0.5}
      >
        <ClaimRoom
          code={code}
          claim={data}
          isMember={member !== ''}
          onTaken={onTaken}
          entry={
            <>
              <Button size="lg" variant="filled" to={registerPath(back)}>
                Sign up
              </Button>
              <Button size="lg" to={loginPath(back)}>
                Sign in
              </Button>
              <MailSignIn />
            </>
          }
        />
      </AccountFrame>
    );
  }
  if (isGone) {
    return (
      <AccountFrame
        title="Nothing there"
        lead={`${groupCode(code)} is over, or was used. A code is good for half an hour, once.`}
        sketch="device"
        filled={0}
      >
        <OtherWays
          ways={[
            { title: 'Another code', onChoose: onOther },
            { title: 'To the arcade', to: '/arcade' },
          ]}
        />
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title="Take it home" sketch="device" filled={0}>
      {error && (
        <FailedState isOffline={!isOnline} what="The code" onRetry={() => void refetch()} isSmall />
      )}
    </AccountFrame>
  );
}
