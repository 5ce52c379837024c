import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { subscriptionQuery } from '../../../data/queries/plans.ts';
import page from '../Page.module.css';
import { useIsPupil, useMember } from '../shares/useReader.ts';

/** The way to plus, for an account without it where plus gives more room. */
export function MoreRoom() {
  const isPupil = useIsPupil();
  const isMember = useMember() !== '' && !isPupil;
  const { data } = useQuery({ ...subscriptionQuery, enabled: isMember });
  if (data?.description !== 'Free') return null;
  const { free, plus } = data.allowance;
  if (
    plus.quotaBytes !== null &&
    plus.quotaBytes <= (free.quotaBytes ?? Number.POSITIVE_INFINITY)
  ) {
    return null;
  }
  return (
    <p className="t13">
      <Link to="/plus" className={page.quietLink}>
        Plus gives more room
      </Link>
    </p>
  );
}
