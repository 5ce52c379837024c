import { JamPage } from '../hud/jam/JamPage.tsx';

/** `/jams/{jam?}`: a jam with its history, one's own without a name. */
export default function Jams() {
  return <JamPage />;
}
