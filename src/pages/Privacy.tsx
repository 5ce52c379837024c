import { PrivacyText } from '../hud/legal/PrivacyText.tsx';

/** `/privacy` */
export default PrivacyText;
