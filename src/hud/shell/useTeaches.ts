import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { classesQuery } from '../../data/queries/classes.ts';
import { session } from '../../data/stores/session.ts';

/** Does the reader have classes, or may they make some? Asked where a menu is opened; false until it is known. */
export function useTeaches(): boolean {
  const { user } = useSnapshot(session);
  const isAsked = user !== null && user.guestOf === undefined && user.pupilOf === undefined;
  const { data } = useQuery({ ...classesQuery, enabled: isAsked });
  return data !== undefined && (data.mayMake || data.classes.length > 0);
}
