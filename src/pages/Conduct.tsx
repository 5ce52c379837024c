import { ConductText } from '../hud/legal/ConductText.tsx';

/** `/conduct` */
export default ConductText;
