import { TermsText } from '../hud/legal/TermsText.tsx';

/** `/terms` */
export default TermsText;
