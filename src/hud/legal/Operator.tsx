import { useSite } from '../parts/page/page.ts';

/** Whoever runs this server, by name where the operator gave one. */
export function Operator() {
  return <>{useSite()?.operatorName || 'the operator of this server'}</>;
}
