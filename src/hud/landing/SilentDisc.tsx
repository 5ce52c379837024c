import { Link } from 'react-router';
import discStyles from '../parts/listening/Listening.module.css';
import { Icon } from '../system/Icon.tsx';
import { Spinner } from '../system/Spinner.tsx';
import type { SilentRoomProps } from './SilentRoom.tsx';

/** What lies in the empty hole: the way on from here. */
export function SilentDisc({ state, onRetry }: SilentRoomProps) {
  if (state === 'loading') {
    return (
      <span className={`${discStyles.disc} ${discStyles.waiting}`}>
        <Spinner />
      </span>
    );
  }
  if (state === 'empty') {
    return (
      <Link to="/jam" className={discStyles.disc} aria-label="Put something in">
        <Icon name="plus" />
      </Link>
    );
  }
  return (
    <button type="button" className={discStyles.disc} aria-label="Try again" onClick={onRetry}>
      <Icon name="reset" />
    </button>
  );
}
