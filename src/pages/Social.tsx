import { Navigate, useParams } from 'react-router';

/** `/{user}/social`: leads to the profile, which holds what there is. */
export default function Social() {
  const { user = '' } = useParams();
  return <Navigate to={`/${encodeURIComponent(user)}`} replace />;
}
