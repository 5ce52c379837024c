import { ComingSoonView } from '../hud/site/ComingSoonView.tsx';

/** `/coming-soon` */
export default ComingSoonView;
