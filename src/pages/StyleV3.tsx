import { Poster } from '../hud/poster/Poster.tsx';

/** `/stylev3` */
export default Poster;
