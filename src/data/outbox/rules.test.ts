import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loopOf } from '../../../tests/support/loopOf.ts';
import { NO_SUCH_JAM } from '../contract/constants.ts';
import { RifffSchema } from '../contract/rifff.ts';
import {
  addLoop,
  commitOf,
  continueFrom,
  createDraft,
  inDraftState,
  setSlotGain,
} from '../rules/draft/draft.ts';
import {
  goesTo,
  isJamClosed,
  knownParent,
  loopsToImport,
  loopsToUpload,
  OWN_JAM,
  postedRifff,
  refusalText,
} from './rules.ts';

const loop = loopOf;

const library = loop('lib', { isLibraryLoop: true });
const own = loop('own', { cdn_attachments: { oggAudio: { url: '/media/a' } } });
const made = addLoop(addLoop(createDraft('you'), library), own);

describe('an answer', () => {
  it('that is final says why', () => {
    for (const status of [400, 403, 404, 409, 413]) {
      expect(refusalText(status, '')).not.toBe('');
    }
    expect(refusalText(400, 'rifff.loops.0: unknown')).toBe('rifff.loops.0: unknown');
    expect(refusalText(404, NO_SUCH_JAM, 'Cellar')).toBe('Cellar is closed to you now');
    expect(refusalText(404, 'The library has no such loop', 'Cellar')).toContain('A loop of it');
    expect(isJamClosed(404, `“Kettle” was not uploaded: ${NO_SUCH_JAM}`)).toBe(true);
    expect(isJamClosed(403, NO_SUCH_JAM)).toBe(false);
    expect(refusalText(403, 'Your account is suspended: Spam')).toContain('suspended: Spam');
  });
});

describe('what is posted', () => {
  it('is the rifff in the jam of the account, still valid, without what the server derives', () => {
    const posted = postedRifff({ ...made, magnitude: 3, peakData: [1] }, 'ada');
    expect(RifffSchema.parse(posted)).toMatchObject({
      jamId: 'ada',
      userName: 'ada',
      parent: null,
    });
    expect(posted).not.toHaveProperty('magnitude');
    expect(posted).not.toHaveProperty('peakData');
    expect(posted.state).toEqual(made.state);
  });

  it('is the same each time, so that sending twice is sending once', () => {
    expect(JSON.stringify(postedRifff(made, 'ada'))).toBe(JSON.stringify(postedRifff(made, 'ada')));
  });

  it('names the own jam where the commit was made before signing in', () => {
    const child = continueFrom(made, { jamId: OWN_JAM, rifffId: 'z' });
    expect(postedRifff(child, 'ada').parent).toEqual({ jamId: 'ada', rifffId: 'z' });
  });

  it('stands in the room that it goes to, and does not name what is closed to the account', () => {
    const parent = { jamId: 'band1', rifffId: 'q' };
    const answer = { ...made, parent, originalId: 'q' };
    const none = new Map();
    const posted = postedRifff(answer, 'ada', none, none, { jamId: 'band2' });
    expect(posted).toMatchObject({ jamId: 'band2', userName: 'ada', parent, originalId: 'q' });
    const own = postedRifff(answer, 'ada', none, none, { closedJamId: 'band1' });
    expect(own).toMatchObject({ jamId: 'ada', parent: null });
    expect(own).not.toHaveProperty('originalId');
    // What a guest made before they had a name is in their room.
    const child = continueFrom(made, { jamId: OWN_JAM, rifffId: 'z' });
    const place = { jamId: 'band1', ownJamId: 'band1' };
    expect(postedRifff(child, 'zoe', none, none, place).parent?.jamId).toBe('band1');
  });

  it('goes where it was chosen to go, and of a guest to their room alone', () => {
    const room = { jamId: 'band1', name: 'Cellar' };
    expect(goesTo(null, undefined)).toBeNull();
    expect(goesTo(room, undefined)).toBe(room);
    expect(goesTo(room, 'band1')).toBe(room);
    expect(goesTo(room, 'band2')?.jamId).toBe('band2');
    expect(goesTo(null, 'band2')?.jamId).toBe('band2');
  });

  it('imports the library loops that slots use, and takes the ids that they get', () => {
    expect(loopsToImport(made)).toEqual(['lib']);
    const posted = postedRifff(made, 'ada', new Map(), new Map([['lib', 'imported']]));
    expect(posted.loops.map(({ _id }) => _id)).toEqual(['imported', 'own']);
    expect(posted.state.playback[0]?.slot.current?.currentLoop).toBe('imported');
  });

  it('imports a random loop that a server has, and uploads one that this device made', () => {
    const served = loop('served', { isRandom: true, cdn_attachments: own.cdn_attachments });
    const here = loop('here', {
      isRandom: true,
      made: { version: 1, family: 'slow-tide', seed: 7 },
    });
    const mixed = addLoop(addLoop(createDraft('you'), served), here);
    expect(loopsToImport(mixed)).toEqual(['served']);
    expect(loopsToUpload(mixed).map(({ _id }) => _id)).toEqual(['here']);
  });

  it('passes over refused parents, however they are linked', () => {
    const ids = fc.constantFrom('a', 'b', 'c', 'd');
    const parent = fc.option(ids.map((rifffId) => ({ jamId: 'j', rifffId })));
    fc.assert(
      fc.property(parent, fc.array(fc.tuple(ids, parent)), (start, links) => {
        const refused = new Map<string, typeof start>(links);
        const known = knownParent(start, refused);
        if (!start || !refused.has(start.rifffId)) expect(known).toEqual(start);
        if (known) expect(refused.has(known.rifffId)).toBe(false);
      }),
    );
    const chain = new Map([
      ['b', { jamId: 'j', rifffId: 'a' }],
      ['c', { jamId: 'j', rifffId: 'b' }],
    ]);
    expect(knownParent({ jamId: 'j', rifffId: 'c' }, chain)).toEqual({ jamId: 'j', rifffId: 'a' });
    expect(knownParent({ jamId: 'j', rifffId: 'b' }, new Map([['b', null]]))).toBeNull();
  });
});

describe('draft and commit', () => {
  const committed = commitOf(made);
  const base = { jamId: 'ada', rifffId: committed._id, state: made.state };
  const after = continueFrom(made, base);

  it('has an id of its own and the same music', () => {
    expect(committed._id).not.toBe(made._id);
    expect(committed.state).toEqual(made.state);
  });

  it('is a draft before the commit, not after it, and again with the next change', () => {
    expect(inDraftState(made, null)).toBe(true);
    expect(inDraftState(after, base)).toBe(false);
    const changed = setSlotGain(after, 0, 0.5);
    expect(inDraftState(changed, base)).toBe(true);
    expect(inDraftState(setSlotGain(changed, 0, 1), base)).toBe(false);
    expect(commitOf(changed).parent).toEqual({ jamId: 'ada', rifffId: committed._id });
  });

  it('lets the original go: the next commit answers an own rifff', () => {
    expect(continueFrom({ ...made, originalId: 'x' }, base)).not.toHaveProperty('originalId');
  });
});
