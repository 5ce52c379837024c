import landing from '../../hud/landing/Landing.module.css';
import { RowWaiting, StartButton } from '../../hud/landing/RifffRow.tsx';
import { Button } from '../../hud/system/Button.tsx';
import { FirstDisc } from './FirstPaint.tsx';

/** `/` before its code has come: where the rings will be, with a disc that plays. */
export function FirstLanding() {
  return (
    <section className={landing.stage} aria-label="Listen">
      <h1 className={`${landing.sentence} under`}>
        <span className="block">Music </span>
        <span className="block">goes </span>
        <span className="block">round</span>
      </h1>
      <div className={`${landing.hero} over`}>
        <div className={landing.hollow} />
        <FirstDisc />
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
