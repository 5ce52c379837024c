import { useLocation } from 'react-router';
import { useSnapshot } from 'valtio';
import { loginPath, registerPath } from '../../../data/rules/account/redirects.ts';
import { commit, stopAsking } from '../../../data/stores/commit.ts';
import { Button } from '../../system/Button.tsx';
import { LaterDialog } from '../page/LaterDialog.tsx';

/** Asks a visitor who has committed for an account; the commit waits on this device meanwhile. */
export function SignInDialog() {
  const { isAsking, unsent } = useSnapshot(commit);
  const { pathname } = useLocation();
  return (
    <LaterDialog
      isOpen={isAsking}
      onOpenChange={(isOpen) => !isOpen && stopAsking()}
      title="Whose jam does it go to?"
      description={
        unsent === 1
          ? 'Your commit waits on this device. It goes to your jam as soon as you are signed in.'
          : `${unsent} commits wait on this device. They go to your jam as soon as you are signed in.`
      }
      actions={
        <>
          <Button size="md" variant="filled" to={registerPath(pathname)} onClick={stopAsking}>
            Make an account
          </Button>
          <Button size="md" to={loginPath(pathname)} onClick={stopAsking}>
            Log in
          </Button>
          <Button size="md" variant="bare" onClick={stopAsking}>
            Later
          </Button>
        </>
      }
    />
  );
}
