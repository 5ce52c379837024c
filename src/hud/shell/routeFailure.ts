import { createContext, useContext, useEffect } from 'react';

export const RouteFailureContext = createContext<(hasFailed: boolean) => void>(() => {});

/** Tells the shell that the page on show is a failure, for as long as it is shown. */
export function useRouteFailure(): void {
  const setFailed = useContext(RouteFailureContext);
  useEffect(() => {
    setFailed(true);
    return () => setFailed(false);
  }, [setFailed]);
}
