/** Writes a document for each kind of page that names what the page begins with, and compresses everything once. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown } from 'vite';
import {
  BUILD_FILE,
  type BuiltPage,
  type FirstPaint,
  PAGES_FOLDER,
  PAGES_LIST,
} from '../../src/data/contract/builtPages.ts';

const ROOT = '<div id="root"></div>';

type Bundle = Rolldown.OutputBundle;

/** The files of a module and of everything that it needs at once. Throws when no piece has it. */
function filesOf(module: string, bundle: Bundle): string[] {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)));
  if (!chunk) throw new Error(`src/pages/pieces.ts names ${module}, which is in no piece`);
  const files = new Set([chunk.fileName]);
  for (const file of files) {
    const one = bundle[file];
    if (one?.type === 'chunk') for (const next of one.imports) files.add(next);
  }
  return [...files];
}

/** Puts the style sheet before the scripts: nothing is painted without it. */
function styleFirst(page: string): string {
  const [sheet] = /\s*<link rel="stylesheet"[^>]*>/.exec(page) ?? [];
  if (!sheet) return page;
  const rest = page.replace(sheet, '');
  const at = rest.search(/\s*<script/);
  return rest.slice(0, at) + sheet + rest.slice(at);
}

/** The rules of a sheet that the given classes need, in their order. */
function rulesFor(sheet: string, classes: ReadonlySet<string>): string {
  let kept = '';
  for (let at = 0; at < sheet.length; ) {
    const open = sheet.indexOf('{', at);
    if (open < 0) break;
    const head = sheet.slice(at, open).trim();
    let end = open + 1;
    for (let depth = 1; depth > 0 && end < sheet.length; end++) {
      if (sheet[end] === '{') depth += 1;
      else if (sheet[end] === '}') depth -= 1;
    }
    const body = sheet.slice(open + 1, end - 1);
    if (/^@(media|supports|layer)/.test(head)) {
      const inside = rulesFor(body, classes);
      if (inside) kept += `${head}{${inside}}`;
    } else if (head.startsWith('@')) {
      kept += `${head}{${body}}`;
    } else {
      const selectors = head
        .split(',')
        .filter((selector) =>
          [...selector.matchAll(/\.([\w-]+)/g)].every(([, name]) => classes.has(name as string)),
        );
      if (selectors.length > 0) kept += `${selectors.join(',')}{${body}}`;
    }
    at = end;
  }
  return kept;
}

/** The document with the first paint in it, which waits for no file: the sheet comes after what it shows. */
function paintInto(page: string, markup: string, sheet: string): string {
  const [link = ''] = /\s*<link rel="stylesheet"[^>]*>/.exec(page) ?? [];
  const classes = [...markup.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) =>
    names.split(' '),
  );
  return page
    .replace(link, () => `\n    <style>${rulesFor(sheet, new Set(classes))}</style>`)
    .replace(ROOT, () => `<div id="root">${markup}</div>${link}`);
}

/** What a document asks for at once, as one `Link` header: a proxy may answer with it before the document. */
function linkHeader(page: string, files: readonly string[]): string {
  const [, sheet] = /<link rel="stylesheet"[^>]*href="([^"]+)"/.exec(page) ?? [];
  const [, font] = /rel="preload"\s+href="([^"]+\.woff2)"/.exec(page) ?? [];
  // The first script with all that it needs comes before the others.
  const scripts = [
    /<script[^>]*src="([^"]+)"/g,
    /<link[^>]*rel="modulepreload"[^>]*href="([^"]+)"/g,
  ]
    .flatMap((tag) => [...page.matchAll(tag)])
    .map(([, file]) => file);
  return [
    sheet && `<${sheet}>; rel=preload; as=style; crossorigin`,
    ...[...scripts, ...files.map((file) => `/${file}`)].map(
      (file) => `<${file}>; rel=modulepreload`,
    ),
    font && `<${font}>; rel=preload; as=font; crossorigin`,
  ]
    .filter(Boolean)
    .join(', ');
}

type FirstPaintOf = (path: string) => FirstPaint | undefined;

/** Draws first paints, by the components and styles of the app itself. */
async function drawFirstPaints(dir: string): Promise<FirstPaintOf> {
  const built = (await build({
    configFile: false,
    plugins: [react()],
    logLevel: 'error',
    build: { ssr: 'src/pages/firstPaint/markup.tsx', write: false },
  })) as Rolldown.RolldownOutput;
  const file = resolve(dir, PAGES_FOLDER, 'firstPaint.mjs');
  await writeFile(file, built.output[0].code);
  const { firstPaintOf } = await import(pathToFileURL(file).href);
  await rm(file);
  return firstPaintOf;
}

/** Modules that a page begins with, by its address. */
interface NamedPage {
  readonly path: string;
  /** What sounds before the app is there, what is shown first, and what is wanted right after. */
  readonly sound?: readonly string[];
  readonly now: readonly string[];
  readonly next?: readonly string[];
}

export interface NamePagesOptions {
  /** What every page needs that its document does not name by itself. */
  readonly app: string;
  readonly pages: readonly NamedPage[];
  /** By the path of a page: what its `:x` may be, where the build knows it. */
  readonly only: Readonly<Record<string, readonly string[]>>;
  /** Of what is built. */
  readonly version: string;
  /** Writes compressed files beside those of a folder. */
  readonly compress: (folder: string) => Promise<unknown>;
}

/** Documents that name the pieces of their page, and every text file compressed beside itself. */
export function namePages({
  app,
  pages: named,
  only,
  version,
  compress,
}: NamePagesOptions): Plugin {
  return {
    name: 'rondo-name-pages',
    apply: 'build',
    enforce: 'post',
    async writeBundle({ dir = 'dist' }, bundle) {
      const path = join(dir, 'index.html');
      const index = styleFirst(await readFile(path, 'utf8'));
      const isNamed = (file: string) => index.includes(`/${file}"`);
      await writeFile(path, index);
      await mkdir(join(dir, PAGES_FOLDER), { recursive: true });
      const pages: BuiltPage[] = [];
      const firstPaintOf = await drawFirstPaints(dir);
      const [, sheetPath = ''] = /<link rel="stylesheet"[^>]*href="([^"]+)"/.exec(index) ?? [];
      // In a document its addresses begin where the site does, not where the sheet lies.
      const sheet = (await readFile(join(dir, sheetPath), 'utf8')).replaceAll(
        'url(./',
        `url(${dirname(sheetPath)}/`,
      );
      for (const { path, sound = [], now, next = [] } of named) {
        const files = (modules: readonly string[]) =>
          [...new Set(modules.flatMap((one) => filesOf(one, bundle)))].filter(
            (file) => !isNamed(file),
          );
        const soon = files([...sound, app, ...now]);
        const later = files(next).filter((file) => !soon.includes(file));
        const tags = [
          ...soon.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
          ...later.map(
            (file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`,
          ),
        ];
        const page = index.replace('</head>', () => `  ${tags.join('\n    ')}\n  </head>`);
        const write = async (name: string, text: string) => {
          const file = `${PAGES_FOLDER}/${pages.length}${name}.html`;
          await writeFile(join(dir, file), text);
          return file;
        };
        const first = firstPaintOf(path);
        const paint = (name: string, markup: string) => write(name, paintInto(page, markup, sheet));
        pages.push({
          path,
          file: await write('', page),
          link: linkHeader(index, soon),
          ...(only[path] && { only: only[path] }),
          ...(first && {
            painted: {
              withNotice: await paint('-notice', first.markup(true)),
              plain: await paint('-painted', first.markup(false)),
              changedBy: first.changedBy,
            },
          }),
        });
      }
      await writeFile(join(dir, PAGES_LIST), JSON.stringify(pages));
      await writeFile(join(dir, BUILD_FILE), JSON.stringify({ version }));
      await compress(dir);
    },
  };
}
