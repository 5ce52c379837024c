import { CookiesText } from '../hud/legal/CookiesText.tsx';

/** `/cookies` */
export default CookiesText;
