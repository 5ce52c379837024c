import { Skeleton } from '../../system/Loading.tsx';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';
import rifffPage from '../page/RifffPage.module.css';

/** Keeps the room of a big rifff that is still coming. @param room class of the page @param rifff class of its rings */
export function RifffSkeleton({ room, rifff }: { room?: string; rifff?: string }) {
  return (
    <div className={room}>
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      <div className={`${rifffPage.titleWords} over`}>
        <Skeleton width={240} height={48} />
        <Skeleton width={140} height={16} />
      </div>
      <div className={rifff}>
        <Skeleton shape="disc" width="100%" height="100cqw" />
      </div>
    </div>
  );
}
