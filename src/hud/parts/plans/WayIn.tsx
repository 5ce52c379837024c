import { useLocation } from 'react-router';
import { loginPath, registerPath } from '../../../data/rules/account/redirects.ts';
import { Button } from '../../system/Button.tsx';

interface WayInProps {
  /** What the account is for, on the button. */
  children: string;
  variant?: 'filled' | 'outlined';
}

/** For visitors: an account first, then back to this page. */
export function WayIn({ children, variant }: WayInProps) {
  const { pathname, search } = useLocation();
  const back = pathname + search;
  return (
    <div className="row wrap gap12">
      <Button variant={variant} to={registerPath(back)}>
        {children}
      </Button>
      <Button variant="bare" to={loginPath(back)}>
        I have an account
      </Button>
    </div>
  );
}
