/** People who write script into every text, and pages that are watched for it. */
import { type APIRequestContext, expect, type Frame, type Page } from '@playwright/test';
import { makePerson, type Person } from './accountPages.ts';
import { refusedByPolicy, watchPolicy } from './pageChecks.ts';
import { type Committed, commit, post, share } from './sharingCalls.ts';

/** What runs in a page that writes any of these without escaping it. */
export const MARK = 'struck';
export const SCRIPTS = [
  `<script>window.${MARK}=1</script>`,
  `"><img src=x onerror=window.${MARK}=2>`,
  `'><svg/onload=window.${MARK}=3>`,
];
/** All of them. */
export const SCRIPT = SCRIPTS.join('');
/** An address that is a script. */
export const LINK = `javascript:window.${MARK}=4`;

declare global {
  interface Window {
    struck?: number;
  }
}

/** Sees what runs, what asks, and what the policy of the page, or of a frame in it, had to stop. */
export async function watch(page: Page): Promise<(frame?: Frame) => Promise<void>> {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await watchPolicy(page);
  return async (frame) => {
    const place = frame ?? page;
    expect(await place.evaluate(() => window.struck), place.url()).toBeUndefined();
    // What the policy stopped was markup all the same: it must not come so far.
    expect(await refusedByPolicy(place), place.url()).toEqual([]);
    const planted = place.locator('img[src="x"], svg[onload], a[href^="javascript:" i]');
    expect(await planted.count(), place.url()).toBe(0);
    expect(asked).toEqual([]);
  };
}

/** An account with script in everything that it may write. */
export async function makeHostile(request: APIRequestContext): Promise<Person> {
  const person = await makePerson(request);
  const { authorization } = person;
  const bio = `${SCRIPT} ${LINK}`;
  // No two people go by one name; this one has room for eleven more letters.
  const displayName = `<svg/onload=window.struck=5>${person.name}`;
  const externalLinks = { website: `https://example.org/"><script>window.${MARK}=6</script>` };
  await post(request, person, '/accounts/profile', { bio, displayName, externalLinks });
  for (const website of [LINK, `JaVaScRiPt:window.${MARK}=7`, `data:text/html,${SCRIPTS[0]}`]) {
    const answer = await request.post('/api/accounts/profile', {
      headers: { authorization },
      data: { bio, displayName, externalLinks: { website } },
    });
    expect(answer.status(), website).toBe(400);
  }
  return person;
}

/** Keys and texts that an attacker adds to a rifff, and that are not part of its schema. */
export const extra = {
  [SCRIPT]: SCRIPT,
  note: SCRIPT,
  colour: '"><img src=x>',
  title: SCRIPT,
};

/** A rifff of theirs, shared under a title that is script. */
export async function makeHostileShare(
  request: APIRequestContext,
  person: Person,
): Promise<Committed & { shareId: string }> {
  const committed = await commit(request, person, 0, undefined, extra);
  const title = SCRIPT.slice(0, 80);
  return { ...committed, shareId: await share(request, person, committed, title) };
}
