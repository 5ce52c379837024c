/** The player that other pages show in a frame: no account, no storage, nothing sent but requests for sound. */

import { EMBED_DATA_ID, EMBED_LIST_ID } from '../data/contract/constants.ts';
import type { EmbedData, PlaylistEmbedData } from '../data/contract/sharing.ts';
import { BASE, pathInBase } from '../data/rules/site/base.ts';
import { trustOwnTypes } from '../data/rules/site/trustedTypes.ts';
import { rifffGlyph } from '../drawing/glyph.ts';
import { element, outsideLink } from './dom.ts';
import css from './embed.css?inline';
import { Player } from './player.ts';

/** Size that the empty ring is drawn for; the page scales it. */
const GONE_PX = 240;

/** Says inside the frame that there is nothing to play. */
function showGone(root: HTMLElement): void {
  const main = element('main', 'embed');
  const words = element('div', 'words');
  const heading = element('h1', 'title');
  const what = pathInBase().startsWith('/embed/playlist/') ? 'playlist' : 'rifff';
  heading.textContent = `This ${what} is not here`;
  const text = element('p', 'makers');
  text.textContent = 'It was taken back, or the address is wrong.';
  words.append(heading, text);
  const stage = element('div', 'stage');
  const place = element('div', 'place');
  place.innerHTML = rifffGlyph({ id: '', rings: [] }, GONE_PX);
  stage.append(place);
  const wordmark = outsideLink(BASE, 'Rondo');
  wordmark.className = 'wordmark';
  main.append(words, stage, wordmark);
  root.append(main);
}

trustOwnTypes();
const sheet = document.createElement('style');
sheet.textContent = css;
document.head.append(sheet);

/** Fetched for playlists alone: the embed of a rifff weighs nothing more for them. */
async function showList(data: PlaylistEmbedData): Promise<void> {
  const { ListPlayer } = await import('./list/listPlayer.ts');
  new ListPlayer(document.body, data);
}

const block = document.getElementById(EMBED_DATA_ID)?.textContent;
const list = document.getElementById(EMBED_LIST_ID)?.textContent;
if (block) new Player(document.body, JSON.parse(block) as EmbedData);
else if (list) void showList(JSON.parse(list) as PlaylistEmbedData);
else showGone(document.body);
