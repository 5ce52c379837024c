import { DownloadView } from '../hud/site/DownloadView.tsx';

/** `/download` */
export default DownloadView;
