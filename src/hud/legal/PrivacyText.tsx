import { Link } from 'react-router';
import { LegalPage, Operator, WhoRunsIt } from './LegalPage.tsx';

/** `/privacy`: what is stored, why, for how long, and how to get it back or gone. */
export function PrivacyText() {
  return (
    <LegalPage
      title="Privacy Policy"
      lead="We keep what the service needs to work, and nothing to watch you with: no advertising, no tracking, no analytics, and no calls to other companies from your browser."
      updated="2026-11-21"
    >
      <h2>Who is responsible</h2>
      <WhoRunsIt />

      <h2>If you only look and listen</h2>
      <p>
        You need no account. What you make before you have one stays in your browser: your drafts
        and your mixes are in its own database on your device and are sent nowhere.
      </p>
      <p>
        Like every web server, this one writes a line for each request: time, address asked for
        without its query, result, duration, and the network address that the request came from. It
        is used to keep the service running and to stop abuse. How long those lines are kept is for{' '}
        <Operator /> to decide.
      </p>

      <h2>If you have an account</h2>
      <p>We store what you give us:</p>
      <ul>
        <li>
          your user name, your e-mail address, and your password only as a hash from which it cannot
          be read back;
        </li>
        <li>
          your display name, your bio, your links and your picture, if you add them. Everyone can
          see these;
        </li>
        <li>
          your choices: the version of the terms that you accepted, whether you want news of the
          product, and the licence that your work stands under;
        </li>
        <li>when the account was made, and where from (for instance “website”).</li>
      </ul>
      <p>And what you do:</p>
      <ul>
        <li>the rifffs that you commit, the loops in them, and which rifff grew out of which;</li>
        <li>
          what you share, like, hide or report. Shares and the number of likes are public; what you
          hide and report is not;
        </li>
        <li>
          one entry for each device that you are signed in on: what its browser calls itself, when
          it signed in and when it was last used. You see this list in your account and can end each
          entry.
        </li>
      </ul>
      <p>
        Attempts to sign in, to send mail and to post are counted for a short time by account and by
        network address, to slow down guessing and flooding. The counts are overwritten when their
        time is over. The last twenty network addresses that you signed in from are kept as hashes
        for 90 days, so that what others guess does not slow you down.
      </p>

      <h2>Why we may</h2>
      <p>
        Your account, your work and your sessions: because you asked for the service, and it cannot
        be given without them. Request lines and counts: because we have to keep the service secure.
        News of the product: only if you ticked it, until you untick it in your account.
      </p>

      <h2>Who else sees it</h2>
      <p>
        What you share publicly can be seen, played and remixed by anyone. What you keep in your own
        jam is for you. Moderators see reports, what was reported, and appeals. We sell nothing and
        hand nothing on, except to those who carry out the work for <Operator /> (a hosting company,
        a mail relay), and where the law demands it.
      </p>

      <h2>Mail</h2>
      <p>
        We write to you when you ask for it: to choose a new password or to sign in on another
        device. News of the product come only if you asked for them.
      </p>

      <h2>Getting it out, getting it gone</h2>
      <p>
        In <Link to="/account?tab=data">your account</Link> you can download everything that the
        account owns, and delete it. Deleting takes away your profile, picture, e-mail address,
        password, sessions, shares, likes and reports, and your rifffs. Where someone else has built
        on one of your rifffs, its music and your name are taken out and only its empty place in the
        family tree is left, marked as made by someone who left. Your user name is never given to
        anyone else, so it stays on a list of names. Copies in backups go when the backups are
        replaced.
      </p>
      <p>
        You may also ask what is stored about you, have it corrected, or complain to the data
        protection authority where you live.
      </p>

      <h2>On your device</h2>
      <p>
        Which cookies and other storage we use is listed under <Link to="/cookies">Cookies</Link>.
      </p>

      <h2>The microphone</h2>
      <p>
        Rondo asks for it only when you want to record or test it. Sound goes to the server only
        when you commit it.
      </p>
    </LegalPage>
  );
}
