import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { lineageQuery } from '../../../data/queries/jams.ts';
import { answeredMeanwhile } from '../../../data/rules/jam/answers.ts';
import { commit } from '../../../data/stores/commit.ts';
import { session } from '../../../data/stores/session.ts';
import { notify } from '../../../data/stores/ui.ts';

/** Tells the reader that another person answered the same rifff. @param who name of that person */
export const siblingText = (who: string) => `${who} answered the same rifff; both are in the tree`;

/** Shows this note when an answer of this device is stored and another answer came while it was being made. */
export function useSiblingNote(): void {
  const queries = useQueryClient();
  const { sentAnswers } = useSnapshot(commit);
  const { user } = useSnapshot(session);
  const seen = useRef(sentAnswers.length);
  const reader = user?.user_id ?? '';
  useEffect(() => {
    const fresh = sentAnswers.slice(seen.current);
    seen.current = sentAnswers.length;
    for (const answer of fresh) {
      const { jamId, rifffId } = answer.parent;
      queries.fetchQuery({ ...lineageQuery(jamId, rifffId), staleTime: 0 }).then(
        ({ children }) => {
          const other = answeredMeanwhile(children, answer.begun, reader);
          if (other) notify(siblingText(other.displayName || other.user_id));
        },
        (cause: unknown) => console.info('Other answers are not known', cause),
      );
    }
  }, [queries, sentAnswers, reader]);
}
