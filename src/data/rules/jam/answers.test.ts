import { describe, expect, it } from 'vitest';
import { loopOf } from '../../../../tests/support/loopOf.ts';
import type { LineageEntry } from '../../contract/jams.ts';
import { addLoop, createDraft, moveSlot, setSlotGain, toggleMute } from '../draft/draft.ts';
import {
  answeredBeside,
  answeredMeanwhile,
  answerOrder,
  begunByServer,
  changedSlots,
  type Following,
  follow,
  startFollowing,
} from './answers.ts';

const child = (user_id: string, created: number): LineageEntry => ({
  jamId: 'j',
  rifffId: user_id + created,
  isReadable: true,
  hasLeft: false,
  user_id,
  displayName: user_id,
  created,
  shareId: null,
  title: '',
});

describe('other answers', () => {
  it('are those of others that came while one’s own was being made', () => {
    const children = [child('mia', 5), child('ada', 30), child('mia', 20), child('leo', 15)];
    expect(answeredMeanwhile(children, 10, 'ada')?.rifffId).toBe('mia20');
    expect(answeredMeanwhile(children, 20, 'ada')).toBeUndefined();
    expect(answeredMeanwhile(children, 0, 'ada')).toBeUndefined();
  });

  it('are the same whatever time the device believes it is', () => {
    // By the server: mia came at 5 s, ada began at 10 s, leo came at 15 s, ada arrived at 20 s.
    const children = [child('mia', 5000), child('leo', 15_000), child('ada', 20_000)];
    for (const aheadMs of [-86_400_000, -7000, 0, 7000, 86_400_000]) {
      const on = (serverMs: number) => 1_800_000_000_000 + serverMs + aheadMs;
      const begun = begunByServer(on(10_000), on(20_000), 20_000);
      expect(begun).toBe(10_000);
      expect(answeredMeanwhile(children, begun, 'ada')?.user_id).toBe('leo');
    }
    expect(begunByServer(0, 20_000, 20_000)).toBe(0);
    expect(begunByServer(30_000, 20_000, 20_000)).toBe(0);
  });

  it('are told of to whoever answered the same rifff before', () => {
    const node = (id: string, parentId: string | null, user: string) => ({ id, parentId, user });
    const tree = [node('q', null, 'leo'), node('a', 'q', 'ada'), node('b', 'q', 'mia')];
    expect(answeredBeside(tree, [tree[2]!], 'ada')).toBe('mia');
    expect(answeredBeside(tree, [tree[2]!], 'leo')).toBe('');
    expect(answeredBeside(tree, [tree[1]!], 'ada')).toBe('');
    expect(answeredBeside(tree, [tree[2]!], '')).toBe('');
  });
});

describe('the way back to an answer', () => {
  const question = addLoop(createDraft('ada'), loopOf('a'));
  const answer = { ...addLoop(question, loopOf('b')), _id: 'answer' };
  const gone = { ...question, loops: [], isRemoved: true };

  it('plays the question, then the answer, and goes on with it', () => {
    expect(answerOrder(question, answer)).toEqual([question, answer]);
  });

  it('plays the answer alone where the question is gone, or there was none', () => {
    for (const none of [undefined, gone, { ...question, isRemoved: true }, answer]) {
      expect(answerOrder(none, answer)).toEqual([answer]);
    }
    expect(answerOrder({ ...question, loops: [] }, answer)).toEqual([answer]);
  });

  it('plays nothing where the answer is gone', () => {
    expect(answerOrder(question, undefined)).toEqual([]);
    expect(answerOrder(question, { ...answer, loops: [], isRemoved: true })).toEqual([]);
    expect(answerOrder(undefined, undefined)).toEqual([]);
  });
});

describe('the slots that an answer changed', () => {
  const parent = addLoop(addLoop(createDraft('ada'), loopOf('a')), loopOf('b'));
  it('are new loops, and old ones that sound otherwise', () => {
    expect(changedSlots(addLoop(parent, loopOf('c')), parent)).toEqual([2]);
    expect(changedSlots(setSlotGain(parent, 0, 0.2), parent)).toEqual([0]);
    expect(changedSlots(toggleMute(parent, 1), parent)).toEqual([1]);
    expect(changedSlots(moveSlot(parent, 0, 1), parent)).toEqual([]);
    expect(changedSlots(parent, undefined)).toEqual([0, 1]);
  });
});

describe('a page that goes along with the newest', () => {
  const sight = (shownId: string, newestId: string, isEditing = false) => ({
    shownId,
    newestId,
    isEditing,
  });
  const look = (following: Following, ...at: Parameters<typeof sight>) =>
    follow(following, sight(...at));

  it('goes to each one that arrives, once', () => {
    const first = look(startFollowing(sight('a', 'a')), 'a', 'b');
    expect(first.goTo).toBe('b');
    // Until the boundary the one before is heard, and another may come.
    const second = look(first.following, 'a', 'c');
    expect(second.goTo).toBe('c');
    const passing = look(second.following, 'b', 'c');
    expect(passing).toMatchObject({ goTo: null, following: { isOn: true } });
    const there = look(passing.following, 'c', 'c').following;
    expect(there.isOn).toBe(true);
    // Back by hand to one that it had been led to.
    expect(look(there, 'b', 'c')).toMatchObject({ goTo: null, following: { isOn: false } });
  });

  it('stays with an older one that somebody chose, until the newest is chosen', () => {
    const away = look(startFollowing(sight('b', 'b')), 'a', 'b');
    expect(away).toMatchObject({ goTo: null, following: { isOn: false } });
    const still = look(away.following, 'a', 'c');
    expect(still).toMatchObject({ goTo: null, following: { isOn: false } });
    expect(look(still.following, 'c', 'c').following.isOn).toBe(true);
    expect(startFollowing(sight('a', 'b')).isOn).toBe(false);
  });

  it('waits while one edits, and goes afterwards', () => {
    const busy = look(startFollowing(sight('a', 'a')), 'a', 'b', true);
    expect(busy).toMatchObject({ goTo: null, following: { isOn: true } });
    expect(look(busy.following, 'a', 'b').goTo).toBe('b');
  });
});
