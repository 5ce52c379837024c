import { useSnapshot } from 'valtio';
import { mixer } from '../../../audio/state/mixer.ts';
import { MASTER_GAIN_DB } from '../../../data/contract/constants.ts';
import { useEngine } from '../../EngineContext.tsx';
import { dbToGain, formatSigned, gainToDb } from '../../parts/controls/format.ts';
import { GainWedge } from '../../parts/controls/Sliders.tsx';
import { Icon } from '../../system/Icon.tsx';
import styles from './Foot.module.css';

const LEAST_DB = -60;

/** How loud everything is: the master, on whose other end the editor turns too. */
export function FootVolume() {
  const engine = useEngine();
  const { masterGainDb } = useSnapshot(mixer);
  return (
    <div className={styles.volume}>
      <Icon name="volume" size={18} />
      <GainWedge
        label="Volume"
        text={`${formatSigned(masterGainDb)} dB`}
        value={dbToGain(masterGainDb)}
        max={1}
        taper={2}
        reset={dbToGain(MASTER_GAIN_DB)}
        onChange={(gain) => engine.setMasterGainDb(Math.max(LEAST_DB, gainToDb(gain)))}
      />
    </div>
  );
}
