import { HoldingView } from '../hud/site/Doors.tsx';

/** `/holding-page?redirectFrom=` */
export default HoldingView;
