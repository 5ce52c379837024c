/** The order as this device wishes it, until the server has it: nothing that was moved is lost to a bad line. */
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { orderItems } from '../../data/queries/playlists.ts';
import { mergeOrder } from '../../data/rules/playlist/order.ts';
import { movedTo, type PlaylistView } from '../../data/rules/playlist/view.ts';
import type { Failure } from '../kit/useSave.ts';
import { useWish } from '../kit/useWish.ts';

export interface Ordering {
  /** Ids of all items, as wished. */
  readonly order: readonly string[];
  /** Why the wish could not be sent; '' where it was. */
  readonly trouble: string;
  /** Puts an item to another place, from 0. @returns whether anything moved */
  move(itemId: string, to: number): boolean;
  /** Asks for an order as it is; used where something comes back to its place. */
  wish(order: readonly string[]): void;
  /** Sends again what could not be sent. */
  retry(): void;
  /** Takes the order of the server instead. */
  forget(): void;
}

function troubleIn(failure: Failure | null): string {
  if (!failure) return '';
  return failure.isUnreachable
    ? 'The new order is only on this page so far: the server could not be reached.'
    : `The new order was not kept: ${failure.message || 'something went wrong'}.`;
}

export function useOrdering(view: PlaylistView): Ordering {
  const queries = useQueryClient();
  const { id } = view.playlist;
  const { wished, failure, wish, retry, forget } = useWish((next: readonly string[]) =>
    orderItems(queries, id, next),
  );
  const order = useMemo(
    () => (wished === null ? view.order : mergeOrder(view.order, wished)),
    [view.order, wished],
  );
  return {
    order,
    trouble: troubleIn(failure),
    move(itemId, to) {
      const next = movedTo(order, itemId, to);
      if (next === order) return false;
      wish(next);
      return true;
    },
    wish,
    retry,
    forget,
  };
}
