import { FIRST_TAP_ID } from '../../data/contract/constants.ts';
import landing from '../../hud/landing/Landing.module.css';
import { RowWaiting, StartButton } from '../../hud/landing/RifffRow.tsx';
import discStyles from '../../hud/parts/listening/Listening.module.css';
import { Button } from '../../hud/system/Button.tsx';
import { Icon } from '../../hud/system/Icon.tsx';
import { FirstTap } from './FirstPaint.tsx';

/** `/` before its code has come: where the rings will be, with a disc that plays. */
export function FirstLanding() {
  return (
    <section className={landing.stage} aria-label="Listen">
      <h1 className={`${landing.sentence} under`}>
        <span>Music </span>
        <span>goes </span>
        <span>round</span>
      </h1>
      <div className={`${landing.hero} over`}>
        <div className={landing.hollow} />
        <div className={discStyles.disc}>
          <FirstTap id={FIRST_TAP_ID} wish="play" label="Play">
            <Icon name="play" />
          </FirstTap>
        </div>
      </div>
      <div className={`${landing.actions} over`}>
        <StartButton />
        <Button size="lg" disabled>
          Open this rifff
        </Button>
      </div>
      <p className={`${landing.status} over t13`} />
      <RowWaiting />
    </section>
  );
}
