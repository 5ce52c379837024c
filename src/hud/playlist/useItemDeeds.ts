/** What can be done with an item of a playlist, and what is said of it. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Reaction } from '../../data/contract/chat.ts';
import type { PlaylistItem } from '../../data/contract/playlists.ts';
import {
  addItem,
  type ItemChange,
  removeItem,
  useChangeItem,
  useReactToItem,
} from '../../data/queries/playlists.ts';
import { newId } from '../../data/rules/ids.ts';
import { itemTitle } from '../../data/rules/playlist/view.ts';
import { notify } from '../../data/stores/ui.ts';
import { readFailure, troubleOf } from '../kit/useSave.ts';
import type { Ordering } from './useOrdering.ts';

const say = (error: unknown) => notify(troubleOf(readFailure(error)));

export interface ItemDeeds {
  /** @returns whether the server took it */
  change(change: ItemChange): Promise<boolean>;
  react(item: PlaylistItem, reaction: Reaction): void;
  remove(item: PlaylistItem): Promise<boolean>;
}

/** @param id of the playlist */
export function useItemDeeds(id: string, { order, wish }: Ordering): ItemDeeds {
  const queries = useQueryClient();
  const changing = useChangeItem(id).mutateAsync;
  const reacting = useReactToItem(id).mutateAsync;
  return {
    change: useCallback(
      (change) =>
        changing(change).then(
          () => true,
          (error) => {
            say(error);
            return false;
          },
        ),
      [changing],
    ),
    react: useCallback(
      (item, reaction) => {
        const isMade = !item.reactions.some((one) => one.reaction === reaction && one.isOwn);
        reacting({ itemId: item.id, reaction, isMade }).catch(say);
      },
      [reacting],
    ),
    async remove(item) {
      const before = order;
      const title = itemTitle(item);
      const back = async () => {
        const { itemId, jamId, fadeOut, loopCount } = item;
        if (itemId === null || jamId === null) return;
        const made = await addItem(queries, id, {
          id: newId(),
          itemId,
          jamId,
          fadeOut,
          loopCount,
        });
        // It is a new item at the place of the old one.
        wish(before.map((one) => (one === item.id ? made.id : one)));
      };
      try {
        await removeItem(queries, id, item.id);
        // What is gone or not for this reader cannot be put back.
        notify(
          `${title} is out of the playlist`,
          item.data ? { title: 'Undo', run: () => void back().catch(say) } : undefined,
        );
        return true;
      } catch (error) {
        say(error);
        return false;
      }
    },
  };
}
