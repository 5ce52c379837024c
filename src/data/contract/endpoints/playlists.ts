import * as z from 'zod';
import type { Endpoint } from '../calls.ts';
import { ReactionBodySchema } from '../chat.ts';
import { PLAYLIST_CALLS } from '../clubCalls.ts';
import { PersonParamsSchema } from '../people.ts';
import {
  ClubPlaylistItemParamsSchema,
  ClubPlaylistParamsSchema,
  ClubPlaylistsParamsSchema,
  ItemAnswerSchema,
  ItemChangesBodySchema,
  ItemReactionParamsSchema,
  ItemReactionsSchema,
  MyPlaylistsQuerySchema,
  NewItemBodySchema,
  NewPlaylistBodySchema,
  OrderAnswerSchema,
  OrderBodySchema,
  PlaylistAnswerSchema,
  PlaylistChangesBodySchema,
  PlaylistItemParamsSchema,
  PlaylistPageQuerySchema,
  PlaylistParamsSchema,
  PlaylistsSchema,
} from '../playlists.ts';

const Nothing = z.object({});
const READING = ['bad_request', 'not_found'] as const;
const WRITING = ['bad_request', 'unauthorised', 'forbidden', 'not_found'] as const;
const MAKING = [...WRITING, 'conflict'] as const;

const read = {
  isForPupils: true,
  summary: 'A playlist with a page of its items',
  query: PlaylistPageQuerySchema,
  data: PlaylistAnswerSchema,
  errors: READING,
} as const;
const create = {
  access: 'member',
  body: NewPlaylistBodySchema,
  data: PlaylistAnswerSchema,
  errors: MAKING,
} as const;
const add = {
  summary: 'Puts a rifff or a track of a jam at the end',
  access: 'member',
  body: NewItemBodySchema,
  data: ItemAnswerSchema,
  errors: MAKING,
} as const;
const change = {
  summary: 'Changes how often an item is played and how it ends',
  access: 'member',
  body: ItemChangesBodySchema,
  data: ItemAnswerSchema,
  errors: WRITING,
} as const;
const remove = {
  summary: 'Takes an item out',
  access: 'member',
  data: Nothing,
  errors: WRITING,
} as const;
const order = {
  summary: 'Orders the items: what the order leaves out keeps its place behind its neighbour',
  access: 'member',
  body: OrderBodySchema,
  data: OrderAnswerSchema,
  errors: WRITING,
} as const;

export const PLAYLIST_ENDPOINTS = {
  myPlaylists: {
    ...PLAYLIST_CALLS.myPlaylists,
    summary: 'Playlists of the caller, what was changed last first; with those of clubs if wished',
    access: 'member',
    query: MyPlaylistsQuerySchema,
    data: PlaylistsSchema,
    errors: ['bad_request', 'unauthorised'],
  },
  playlistsOf: {
    ...PLAYLIST_CALLS.playlistsOf,
    summary: 'Public playlists of a person; of oneself all',
    params: PersonParamsSchema,
    data: PlaylistsSchema,
    errors: READING,
  },
  createPlaylist: { ...PLAYLIST_CALLS.createPlaylist, summary: 'Makes a playlist', ...create },
  createClubPlaylist: {
    ...PLAYLIST_CALLS.createClubPlaylist,
    summary: 'Makes a playlist of a club; for its owner and moderators',
    params: ClubPlaylistsParamsSchema,
    ...create,
  },
  playlist: { ...PLAYLIST_CALLS.playlist, params: PlaylistParamsSchema, ...read },
  changePlaylist: {
    ...PLAYLIST_CALLS.changePlaylist,
    summary: 'Changes what a playlist is called, who may read it and who may add to it',
    access: 'member',
    params: PlaylistParamsSchema,
    body: PlaylistChangesBodySchema,
    data: PlaylistAnswerSchema,
    errors: WRITING,
  },
  removePlaylist: {
    ...PLAYLIST_CALLS.removePlaylist,
    summary: 'Deletes a playlist; what was in it stays where it is',
    access: 'member',
    params: PlaylistParamsSchema,
    data: Nothing,
    errors: WRITING,
  },
  addItem: { ...PLAYLIST_CALLS.addItem, params: PlaylistParamsSchema, ...add },
  changeItem: { ...PLAYLIST_CALLS.changeItem, params: PlaylistItemParamsSchema, ...change },
  removeItem: { ...PLAYLIST_CALLS.removeItem, params: PlaylistItemParamsSchema, ...remove },
  orderItems: { ...PLAYLIST_CALLS.orderItems, params: PlaylistParamsSchema, ...order },
  reactToItem: {
    ...PLAYLIST_CALLS.reactToItem,
    summary: 'Reacts to an item; again: nothing',
    access: 'member',
    params: PlaylistItemParamsSchema,
    body: ReactionBodySchema,
    data: ItemReactionsSchema,
    errors: WRITING,
  },
  unreactToItem: {
    ...PLAYLIST_CALLS.unreactToItem,
    summary: 'Takes a reaction back',
    access: 'member',
    params: ItemReactionParamsSchema,
    data: ItemReactionsSchema,
    errors: WRITING,
  },
  clubPlaylist: { ...PLAYLIST_CALLS.clubPlaylist, params: ClubPlaylistParamsSchema, ...read },
  addClubItem: { ...PLAYLIST_CALLS.addClubItem, params: ClubPlaylistParamsSchema, ...add },
  changeClubItem: {
    ...PLAYLIST_CALLS.changeClubItem,
    params: ClubPlaylistItemParamsSchema,
    ...change,
  },
  removeClubItem: {
    ...PLAYLIST_CALLS.removeClubItem,
    params: ClubPlaylistItemParamsSchema,
    ...remove,
  },
  orderClubItems: { ...PLAYLIST_CALLS.orderClubItems, params: ClubPlaylistParamsSchema, ...order },
} as const satisfies Record<string, Endpoint>;
