import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { rifffsQuery } from '../../../data/queries/jams.ts';
import { answerOrder } from '../../../data/rules/jam/answers.ts';
import { chooseRifff } from '../../../data/stores/listening.ts';
import { useEngine } from '../../EngineContext.tsx';
import { startListening } from '../../parts/listening/startListening.ts';
import { useNames } from '../../parts/people/useNames.ts';
import type { HistoryEntry } from '../history/historyEntry.ts';

/** Question and answer of an address `?answer={rifff}`. */
export interface AnswerLink {
  /** Who answered. */
  who: string;
  /** Is there a question to play before? */
  hasQuestion: boolean;
  play(): void;
  /** Takes it out of the address. */
  dismiss(): void;
}

const ANSWER = 'answer';

/**
 * `/jams/{jam}?answer={rifff}`: shows the answer, plays the question once and then the answer, and stays there.
 * Browsers allow sound only after the first gesture on a page: before it, `play` has to be called.
 * @returns null where the address has no such parameter, or the answer is not loaded
 */
export function useAnswerLink(
  entries: readonly HistoryEntry[],
  need: (ids: readonly string[]) => void,
): AnswerLink | null {
  const engine = useEngine();
  const nameOf = useNames();
  const [search, setSearch] = useSearchParams();
  const answerId = search.get(ANSWER);
  const entry = entries.find(({ rifff }) => rifff._id === answerId);
  const answer = entry?.rifff;
  const parent = answer?.parent ?? null;
  const known = entries.find(({ rifff }) => rifff._id === parent?.rifffId)?.rifff;
  const asked = useQuery(rifffsQuery(parent && !known ? [parent] : []));
  const question: Rifff | undefined = known ?? asked.data?.get(parent?.rifffId ?? '');
  const order = useMemo(() => answerOrder(question, answer), [question, answer]);
  const isReady = order.length > 0 && (!parent || question !== undefined || !asked.isPending);
  useEffect(() => {
    if (answerId && !entry) need([answerId]);
  }, [answerId, entry, need]);
  const play = useCallback(() => {
    const last = order.at(-1);
    if (!last) return;
    const list = order.map((rifff) => ({ id: rifff._id, title: '', rifff }));
    chooseRifff(last._id);
    void startListening(engine, list, 0).then(() => {
      // The answer begins where the question ends.
      if (list.length > 1) engine.skipTo(1, { boundary: 'rifff' }).catch(() => {});
    });
  }, [engine, order]);
  const begun = useRef('');
  useEffect(() => {
    if (!isReady || !answer || begun.current === answer._id) return;
    begun.current = answer._id;
    chooseRifff(answer._id);
    if (navigator.userActivation?.hasBeenActive) play();
  }, [isReady, answer, play]);
  if (!isReady || !answer) return null;
  return {
    who: nameOf(answer.userName, answer),
    hasQuestion: order.length > 1,
    play,
    dismiss: () =>
      setSearch(
        (now) => {
          now.delete(ANSWER);
          return now;
        },
        { replace: true },
      ),
  };
}
