import { beforeAll, expect, it } from 'vitest';
import { ENDPOINTS, type Endpoint, endpointUrl } from '../../src/data/contract/endpoints.ts';
import type { TestAccount } from '../testing/accounts.ts';
import { useAccount } from '../testing/accounts.ts';
import { setOpen, storeClass, type TestClass } from '../testing/classes.ts';
import { describeOnce } from '../testing/databases.ts';
import { useTestServer } from '../testing/testApp.ts';

const NOT_OPEN = 'This is not open to your class: ask your teacher';

/** Every call that a pupil may make, decided one by one: a new call stands here on purpose or not at all. */
const FOR_PUPILS = `
  libraryLoops libraryRandomLoop libraryPacks myPacks libraryCategories libraryCreators libraryRifffs
  logout session authUser refresh
  settings profile profiles avatar exportAccount storage
  myJams jam jamRifffs rifff rifffLineage rifffsQuery postRifff remixRifff libraryImport uploadLoop jamTracks jamTree
  jamEvents reportRifff hideRifff unhideRifff hiddenRifffs removeRifff
  members roomLooks band
  chat postMessage removeMessage reply react unreact reportMessage blocks block unblock
  myClubs club clubMembers clubTracks reportClub
  playlist clubPlaylist
  ownClass cardLogin moveOffer moveOut
  site
`;

const calls = Object.entries<Endpoint>(ENDPOINTS);
const isFor = ([, { isForPupils }]: (typeof calls)[number]) => isForPupils === true;

it('pupils may make these calls and no others', () => {
  const marked = calls.filter(isFor).map(([name]) => name);
  expect(marked.sort()).toEqual(FOR_PUPILS.trim().split(/\s+/).sort());
});

describeOnce('calls that are not for pupils', (open) => {
  const environment = { RATE_LIMIT: '1000000' };
  const server = useTestServer({ openDatabase: open, environment, hasJobs: false });
  useAccount(server, 'mia');
  let school: TestClass;
  let pupil: TestAccount;
  beforeAll(async () => {
    school = await storeClass(server.database, 'mia', ['Ada']);
    pupil = school.pupils[0]!;
  });

  /** Calls that are mounted here and refused to the pupil with that sentence, by name. */
  async function findRefused(): Promise<string[]> {
    const refused: string[] = [];
    for (const [name, endpoint] of calls.filter((call) => !isFor(call))) {
      const url = endpointUrl(endpoint);
      if (!server.app.hasRoute({ method: endpoint.method, url })) continue;
      const answer = await server.app.inject({
        method: endpoint.method,
        url: url.replace(/:\w+/g, 'x'),
        headers: pupil.headers,
      });
      if (answer.statusCode !== 403) continue;
      if (answer.json().error.message === NOT_OPEN) refused.push(name);
    }
    return refused.sort();
  }
  const unmarked = (isRefused: (endpoint: Endpoint) => boolean) =>
    calls
      .filter((call) => !isFor(call) && isRefused(call[1]))
      .filter(([, one]) => server.app.hasRoute({ method: one.method, url: endpointUrl(one) }))
      .map(([name]) => name)
      .sort();

  it('are refused, also those for anyone', async () => {
    const refused = await findRefused();
    expect(refused).toEqual(unmarked(() => true));
    expect(refused).toEqual(expect.arrayContaining(['feed', 'search', 'signup', 'notifications']));
  });

  it('are refused where they write, and let read where the class is open', async () => {
    await setOpen(server.database, school.classId, true);
    const refused = await findRefused();
    expect(refused).toEqual(unmarked(({ method }) => method !== 'GET'));
    expect(refused).toEqual(expect.arrayContaining(['like', 'follow', 'postRun', 'joinClub']));
    const feed = await server.app.inject({ url: '/api/rifff-feed/query', headers: pupil.headers });
    expect(feed.statusCode).toBe(200);
  });
});
