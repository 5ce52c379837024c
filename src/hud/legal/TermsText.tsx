import { Link } from 'react-router';
import { PRODUCT_NAME, TERMS_VERSION } from '../../data/contract/constants.ts';
import { LegalPage, Operator, WhoRunsIt } from './LegalPage.tsx';

/** `/terms`: what one agrees to, version 1. */
export function TermsText() {
  return (
    <LegalPage
      title="Terms of Use"
      lead="Make music, let others build on it, be decent. What you make stays yours. The service comes as it is."
      version={`Version ${TERMS_VERSION}`}
      updated="2026-11-21"
    >
      <h2>Who you agree with</h2>
      <WhoRunsIt />
      <p>
        You agree to these terms by making an account. If they change, you are asked again before
        you go on. You can look and listen without an account.
      </p>

      <h2>Your account</h2>
      <p>
        Give an e-mail address that works: it is the only way back in when a password is lost. Keep
        your password to yourself. You answer for what is done with your account. You must be old
        enough, where you live, to agree to this by yourself; otherwise a parent has to agree for
        you.
      </p>

      <h2>What you make is yours</h2>
      <p>
        You keep every right in what you make. So that the service can work, you allow <Operator />{' '}
        to store it, to change its form (for instance to another sound format), and to play and show
        it to those you let have it: everyone if you share it publicly, only those with the address
        if you share it privately, only you if you keep it in your own jam.
      </p>
      <p>
        Remixing is what this place is for. What others can hear here, they may build on here, with
        your name on the result. What anyone may do with it outside follows the licence that you
        chose in <Link to="/account?tab=settings">your account</Link>. The licence is noted on each
        rifff and loop when you make it; changing your choice later does not change it for what
        others already have.
      </p>
      <p>
        Bring only what you may bring: your own playing, loops whose licence allows it, or the
        starter loops of {PRODUCT_NAME}, which anyone may use for anything.
      </p>

      <h2>How we treat each other</h2>
      <p>
        The <Link to="/conduct">Code of Conduct</Link> is part of these terms. Moderators may take
        shared work out of the feed. They give a reason, and each of their actions is written down.
      </p>
      <p>
        Don’t break in, don’t flood the service, don’t collect people’s data, and don’t use it for
        anything that the law forbids.
      </p>

      <h2>If something here is yours</h2>
      <p>
        If work of yours was shared here without leave, report it on its page, or write to the
        operator and say what it is and where. We look at it and take it out if you are right.
      </p>

      <h2>What we promise, and what we don’t</h2>
      <p>
        We try to keep the service running and your work safe, but we cannot promise either.
        Download what matters to you. As far as the law allows, the service comes without warranty,
        and no one is liable for damage that was neither intended nor grossly negligent. Rights that
        the law gives you as a consumer stay.
      </p>

      <h2>Ending it</h2>
      <p>
        You can delete your account at any time, in <Link to="/account?tab=data">your account</Link>
        ; the <Link to="/privacy">Privacy Policy</Link> says what goes and what remains. We may
        close an account that breaks these terms badly or again and again, and we may end the
        service; then we try to tell you early enough to download your work.
      </p>

      <h2>Law</h2>
      <p>
        The law of the country in which <Operator /> is at home applies, except where the law of
        your own country protects you better.
      </p>
    </LegalPage>
  );
}
