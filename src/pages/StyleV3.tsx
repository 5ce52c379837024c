import { Poster } from '../hud/styleguide/Poster.tsx';

/** `/stylev3` */
export default Poster;
