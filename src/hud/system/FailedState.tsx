import { Button } from './Button.tsx';
import { ListState } from './ListState.tsx';

export interface FailedStateProps {
  isOffline: boolean;
  /** What could not be shown, for instance `The feed`. */
  what: string;
  /** Several things: `The loops`. */
  isPlural?: boolean;
  /** Said instead, where there is more to say. */
  children?: string;
  isSmall?: boolean;
  onRetry(): void;
}

/** What could not be loaded, with another try. */
export function FailedState(props: FailedStateProps) {
  const { isOffline, what, isPlural, children, isSmall, onRetry } = props;
  const need = `${what} ${isPlural ? 'need' : 'needs'} one.`;
  return (
    <ListState
      title={isOffline ? 'No network' : `${what} could not be loaded`}
      isSmall={isSmall}
      role="alert"
      action={
        <Button size={isSmall ? 'sm' : 'md'} icon="reset" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {children ??
        (isOffline
          ? `${need} What you make is kept on this device meanwhile.`
          : 'The server did not answer as it should. Nothing is lost.')}
    </ListState>
  );
}
