import { loginPath, registerPath } from '../../data/rules/account/redirects.ts';
import { Button } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';
import type { JamView } from './useJam.ts';

/** A jam without a rifff: what to do about it, for whoever may do something. */
export function EmptyJam({ view }: { view: JamView }) {
  if (view.id === null) {
    return (
      <ListState
        title="What you commit goes here"
        action={
          <>
            <Button variant="filled" to={registerPath('/jams')}>
              Make an account
            </Button>
            <Button to={loginPath('/jams')}>Sign in</Button>
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
  return (
    <ListState
      title="Nothing committed yet"
      action={
        view.isOwn && (
          <Button variant="filled" icon="plus" to="/jam">
            Start a rifff
          </Button>
        )
      }
    >
      {view.isOwn
        ? 'Commit a rifff in the editor, and it stays here with all that comes from it.'
        : 'Its first rifff will be here.'}
    </ListState>
  );
}
