import type * as z from 'zod';
import type { ArcadeQuerySchema } from '../../../src/data/contract/arcade.ts';
import { PRODUCT_NAME } from '../../../src/data/contract/constants.ts';
import type { SharedRifff } from '../../../src/data/contract/sharing.ts';
import { knownLicence } from '../../../src/data/rules/sharing/licences.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { listParts, type Part, type ShownShare } from '../feed/answer.ts';
import { briefJson, type Embeds } from '../feed/embeds.ts';
import { type Embed, makeEmbed } from '../feed/kept.ts';
import type { ShareView } from '../feed/shareLists.ts';
import type { Fields, HouseRifff } from './fields.ts';
import * as repo from './repo.ts';

/** What a list says of a rifff of the house, which no account shared: it has no jam, and cannot be liked. */
type Lasting = Omit<SharedRifff, 'rifff' | 'react_counts' | 'liked_by_current_user'>;

async function houseShare({ id, title, rifff }: HouseRifff): Promise<ShownShare> {
  const { created, userName } = rifff;
  const lasting: Lasting = {
    _id: id,
    doc_id: rifff._id,
    jamId: '',
    type: 'SharedRifff',
    title,
    user: userName,
    displayName: PRODUCT_NAME,
    isDemo: false,
    creators: [userName],
    private: false,
    license: knownLicence(rifff.license),
    image: false,
    image_url: '',
    commentCount: 0,
    action_timestamp: created,
    action_timestamp_iso: new Date(created).toISOString(),
  };
  const json = `${JSON.stringify(lasting).slice(1, -1)},"rifff":${briefJson(rifff)}`;
  const embed: Embed = await makeEmbed(json, [userName]);
  const view = { id, likeCount: 0, isLiked: false, commentCount: 0, source: null };
  return { view: view as unknown as ShareView, embed };
}

/** The rifffs of the arcade as the feed has them. */
export function arcadeList(queries: Queries, fields: Fields, embeds: Embeds) {
  let house: Promise<Map<string, ShownShare>> | undefined;
  /** Made once: the rifffs of the house change with a start of the server alone. */
  const findHouse = () => {
    house ??= (async () => {
      const made = await Promise.all((await fields.findHouse()).map(houseShare));
      return new Map(made.map((share) => [share.view.id, share]));
    })();
    house.catch(() => {
      house = undefined;
    });
    return house;
  };

  /**
   * The rifffs of the field in its order, as parts of the answer's `data`. What was removed since, and what the reader
   * hid or blocked, is left out.
   */
  return async (
    reader: Identity | null,
    { days, size }: z.output<typeof ArcadeQuerySchema>,
  ): Promise<Part[]> => {
    const ids = await fields.idsFor(days);
    const views = await repo.findShown(queries, ids, reader?.userId);
    const byId = new Map(views.map((view) => [view.id, view]));
    const ofHouse = byId.size < ids.length ? await findHouse() : new Map<string, ShownShare>();
    const shown = ids.filter((id) => byId.has(id) || ofHouse.has(id)).slice(0, size);
    const pieces = await embeds.find(
      shown.flatMap((id) => byId.get(id) ?? []),
      'brief',
    );
    return listParts(
      shown.flatMap((id): ShownShare[] => {
        const view = byId.get(id);
        const embed = pieces.get(id);
        if (view && embed) return [{ view, embed }];
        const own = ofHouse.get(id);
        return own ? [own] : [];
      }),
    );
  };
}
