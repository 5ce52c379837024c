/** The player that other pages show in a frame: no account, no storage, nothing sent but requests for sound. */
import { EMBED_DATA_ID } from '../data/contract/constants.ts';
import type { EmbedData } from '../data/contract/sharing.ts';
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
  heading.textContent = 'This rifff is not here';
  const text = element('p', 'makers');
  text.textContent = 'It was taken back, or the address is wrong.';
  words.append(heading, text);
  const stage = element('div', 'stage');
  const place = element('div', 'place');
  place.innerHTML = rifffGlyph({ id: '', rings: [] }, GONE_PX);
  stage.append(place);
  const wordmark = outsideLink('/', 'Rondo');
  wordmark.className = 'wordmark';
  main.append(words, stage, wordmark);
  root.append(main);
}

const sheet = document.createElement('style');
sheet.textContent = css;
document.head.append(sheet);

const block = document.getElementById(EMBED_DATA_ID)?.textContent;
if (block) new Player(document.body, JSON.parse(block) as EmbedData);
else showGone(document.body);
