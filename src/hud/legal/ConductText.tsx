import { Contact, LegalPage } from './LegalPage.tsx';

/** `/conduct`: how people treat each other here. */
export function ConductText() {
  return (
    <LegalPage
      title="Code of Conduct"
      lead="A jam works when everyone in it can play. Leave room, answer kindly, and give credit."
      updated="2026-11-21"
    >
      <h2>Do</h2>
      <ul>
        <li>Answer what others made with something that you made.</li>
        <li>
          Leave names on. The family tree of a rifff shows who it came from; that is part of the
          fun.
        </li>
        <li>Say what you would want to hear about your own first try.</li>
        <li>Respect a no: to a remix in another style, to a meeting, to a message.</li>
        <li>Mark what could startle someone, and keep levels where ears are safe.</li>
      </ul>

      <h2>Don’t</h2>
      <ul>
        <li>
          Attack or belittle people, above all for where they come from, how they look, whom they
          love, what they believe, or what they can or cannot do.
        </li>
        <li>Harass, threaten, follow people around, or publish what they told you in private.</li>
        <li>Share sexual content, or anything at all that harms children.</li>
        <li>Share recordings of others, or other people’s work, without leave.</li>
        <li>Pretend to be another person, or fill the feed with copies and advertising.</li>
        <li>Use names, titles or pictures for any of this either.</li>
      </ul>

      <h2>When something is wrong</h2>
      <p>
        Every shared rifff has Report in its menu. Say in a sentence what is wrong; the person is
        not told who reported. Hide takes it out of your own feed at once. <Contact />
      </p>

      <h2>What moderators do</h2>
      <p>
        They look at reports and take out what breaks these rules. A reason is always given to the
        person whose work it was, and every action is written down where other moderators can check
        it. Who does it badly or again and again loses the account. Who is suspended reads why on
        the account page, and can appeal there. If you think that another decision was wrong, write
        to the operator; another person looks at it where there is one.
      </p>
    </LegalPage>
  );
}
