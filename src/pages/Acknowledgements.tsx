import { Acknowledgements } from '../hud/legal/Acknowledgements.tsx';

/** `/acknowledgements` */
export default Acknowledgements;
