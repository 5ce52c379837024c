import { ErrorScreen } from '../hud/shell/ErrorScreen.tsx';
import { LastResort } from '../hud/shell/LastResort.tsx';
import { useRouteFailure } from '../hud/shell/routeFailure.ts';

/** Stands in for a page that failed: unknown address, refused, or broken. */
export default function ErrorPage({ error }: { error: unknown }) {
  useRouteFailure();
  return (
    <LastResort>
      <ErrorScreen error={error} />
    </LastResort>
  );
}
