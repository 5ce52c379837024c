import { HoldingView } from '../hud/site/HoldingView.tsx';

/** `/holding-page?redirectFrom=` */
export default HoldingView;
