import { ComingSoonView } from '../hud/site/Doors.tsx';

/** `/coming-soon` */
export default ComingSoonView;
