/** Walks through the product as the manual describes it: what stands on the screen of each section, and its pictures. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import sharp from 'sharp';
import { COOKIE_NOTICE_COOKIE } from '../../src/data/contract/constants.ts';
import { MANUAL, MAX_PICTURE_BYTES, sectionsOf } from '../support/manualSections.ts';
import { carrySession, type Person } from './accountPages.ts';

/** A window as small as the layout of a desk allows: its pictures are stored and, where there is room, shown pixel by pixel. */
const VIEWPORT = { width: 1080, height: 720 };

/** What words in bold may be the names of. */
const CONTROL =
  /^\s*- '?(?:button|link|tab|textbox|searchbox|switch|slider|spinbutton|combobox|radio|checkbox|menuitem\w*|option|gridcell|treeitem) "((?:[^"\\]|\\.)*)"/;

/** What a picture is of, and what is waited for. */
interface PictureOptions {
  /** A part of the page, such as a dialog; left out for the window. */
  readonly part?: Locator;
  /** How many rifffs are seen at least. */
  readonly rifffs?: number;
  /** It never stands still. */
  readonly isMoving?: boolean;
  /** Size of the window in CSS pixels, so that it ends where something on the page does. */
  readonly size?: Partial<typeof VIEWPORT>;
}

/** When nothing new came to a screen for so long, the rest of its section is on another one. */
const STILL_MS = 2000;

/** The ring round what has the focus is no part of what a page tells of. */
const STYLE = '*:focus-visible { outline-color: transparent !important }';

/** Is a control among these called so, alone or before more words? */
const isAmong = (names: Iterable<string>, word: string): boolean =>
  [...names].some(
    (name) => name === word || (name.startsWith(word) && /^[ ,:]/.test(name.slice(word.length))),
  );

/** Rifffs of the page whose rings have been drawn; none while one in sight is empty. */
const drawnRifffs = (page: Page): Promise<number> =>
  page
    .locator('[data-rings] canvas, body:not(:has([data-rings])) canvas')
    .evaluateAll((canvases) => {
      const isInked = (canvas: HTMLCanvasElement) => {
        const { width, height } = canvas;
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
        return data.some((value, at) => at % 4 === 3 && value > 0);
      };
      const seen = (canvases as HTMLCanvasElement[]).filter((one) => one.checkVisibility());
      return seen.every(isInked) ? seen.length : 0;
    });

/** One walk through the screens of one page of the manual. */
export class Guide {
  readonly browser: Browser;
  readonly request: APIRequestContext;
  readonly url: string;
  readonly people: Readonly<Record<string, Person>>;
  readonly #file: string;
  readonly #sections: ReturnType<typeof sectionsOf>;
  readonly #seen = new Map<string, Set<string>>();
  readonly #pictures = new Map<string, Buffer>();
  readonly #contexts: BrowserContext[] = [];

  constructor(file: string, server: Pick<Guide, 'browser' | 'request' | 'url' | 'people'>) {
    this.#file = file;
    this.#sections = sectionsOf(file);
    this.browser = server.browser;
    this.request = server.request;
    this.url = server.url;
    this.people = server.people;
  }

  /** A person of the server. */
  person(name: string): Person {
    const found = this.people[name];
    if (!found) throw new Error(`No account ${name}`);
    return found;
  }

  /** A page at an address, for a visitor or an account. */
  async open(path: string, as?: string): Promise<Page> {
    const context = await this.browser.newContext({
      baseURL: this.url,
      viewport: VIEWPORT,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      deviceScaleFactor: 1,
      timezoneId: 'UTC',
      locale: 'en-GB',
    });
    this.#contexts.push(context);
    await context.addCookies([{ name: COOKIE_NOTICE_COOKIE, value: 'accepted', url: this.url }]);
    if (as !== undefined) await carrySession(context, this.person(as));
    const page = await context.newPage();
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForFunction(() => !document.querySelector('main > [aria-busy="true"]'));
    return page;
  }

  /**
   * Notes what can be used on the screen, for a section: until all is there that the section names, or nothing new comes.
   * @param section its anchor; empty for what stands before the first
   */
  async see(page: Page, section = ''): Promise<void> {
    const seen = this.#seen.get(section) ?? new Set<string>();
    this.#seen.set(section, seen);
    const { bold } = this.#sections.find(({ anchor }) => anchor === section) ?? { bold: [] };
    let newMs = performance.now();
    for (;;) {
      const before = seen.size;
      for (const line of (await page.locator('body').ariaSnapshot()).split('\n')) {
        const name = CONTROL.exec(line)?.[1];
        if (name) seen.add(name.replaceAll('\\"', '"'));
      }
      if (seen.size > before) newMs = performance.now();
      if (bold.every((word) => isAmong(seen, word)) || performance.now() - newMs > STILL_MS) return;
      await page.waitForTimeout(200);
    }
  }

  /**
   * Takes a picture when what is seen stands still.
   * @param name without its ending
   */
  async picture(
    page: Page,
    name: string,
    { part, rifffs = 0, isMoving = false, size }: PictureOptions = {},
  ): Promise<void> {
    if (size) await page.setViewportSize({ ...VIEWPORT, ...size });
    await page.evaluate(async () => void (await document.fonts.ready));
    await page.mouse.move(0, 0);
    let png: Buffer = Buffer.of();
    const isStill = async () => {
      const before = png;
      const isDrawn = (await drawnRifffs(page)) >= rifffs;
      png = await (part ?? page).screenshot({
        animations: 'disabled',
        caret: 'hide',
        style: STYLE,
      });
      return isDrawn && (isMoving || before.equals(png));
    };
    await expect.poll(isStill, { message: `${name} stands still`, timeout: 90_000 }).toBe(true);
    for (let quality = 72; ; quality -= 6) {
      const webp = await sharp(png).webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
      if (webp.byteLength > MAX_PICTURE_BYTES && quality > 20) continue;
      this.#pictures.set(`${name}.webp`, webp);
      return;
    }
  }

  /** Writes the pictures of this walk to where the manual has them. */
  keepPictures(): void {
    const folder = join(MANUAL, 'pictures');
    mkdirSync(folder, { recursive: true });
    for (const [name, webp] of this.#pictures) writeFileSync(join(folder, name), webp);
  }

  /** A sentence for each word in bold that was not on the screen of its section, and for pictures that do not fit. */
  faults(): string[] {
    const sections = this.#sections;
    const words = sections.flatMap(({ anchor, bold }) =>
      bold
        .filter((word) => !isAmong(this.#seen.get(anchor) ?? [], word))
        .map((word) => `${this.#file}#${anchor}: no control is called ${word}`),
    );
    const named = sections.flatMap(({ pictures }) => pictures);
    const made = [...this.#pictures.keys()];
    return [
      ...words,
      ...named
        .filter((name) => !made.includes(name))
        .map((name) => `${this.#file}: no walk makes ${name}`),
      ...made
        .filter((name) => !named.includes(name))
        .map((name) => `${this.#file}: names no ${name}`),
      ...[...this.#seen.keys()]
        .filter((anchor) => !sections.some((one) => one.anchor === anchor))
        .map((anchor) => `${this.#file}: has no section ${anchor}`),
    ];
  }

  /** What was seen, for those who write the manual. */
  get seen(): Readonly<Record<string, readonly string[]>> {
    return Object.fromEntries([...this.#seen].map(([section, names]) => [section, [...names]]));
  }

  async close(): Promise<void> {
    for (const context of this.#contexts) await context.close();
  }
}
