/** What pages weigh, and that none fetches the code of another: told by the files of the build, without a browser. */
import { expect, test } from '@playwright/test';
import {
  ENGINE,
  MAIN_PIECE,
  PAGE_LOADS,
  PAGE_PIECES,
  PASSKEYS,
  RING_PIECES,
  TRADE,
} from '../../src/pages/pieces.ts';
import { readBuild } from './builtScripts.ts';
import { IN_VAIN, KB, LOGIN, RARE_IN_VAIN, UNTIL_RING, UNTIL_SOUND } from './weights.ts';

/** First modules of pages and panels that are fetched only where a reader trades or gets an offer. */
const DOORS =
  /^src\/(pages\/(Plus|Market)\.tsx|hud\/(account\/(PlanPanel|Wallet\w*)|moderation\/CodesPanel|market\/\w+|parts\/(plans|market|wallet)\/\w+)\.tsx?|data\/wallet\/\w+\.ts)$/;

test.describe('pages of the build', { tag: '@wide' }, () => {
  let build: ReturnType<typeof readBuild>;
  test.beforeAll(() => {
    build = readBuild();
  });

  for (const [path, [canvas, webgl, files]] of Object.entries(UNTIL_RING)) {
    test(`${path} draws its first ring with no more script than it did`, { tag: '@short' }, () => {
      const named = build.namedBy(path);
      for (const [way, most] of [['canvas', canvas] as const, ['webgl', webgl] as const]) {
        const scripts = [...new Set([...named, ...build.scriptsOf(RING_PIECES[way])])];
        const bytes = build.sumBytes(scripts);
        console.info(`${path} ${way}: ${(bytes / KB).toFixed(1)} kB in ${scripts.length} files`);
        expect(bytes, scripts.join(' ')).toBeLessThan(most * KB);
        if (way === 'canvas') expect(scripts.length).toBeLessThanOrEqual(files);
      }
    });
  }

  test('what draws by the processor fetches no WebGL', { tag: '@short' }, () => {
    const isWebgl = (module: string) => /node_modules\/(three|@react-three)\//.test(module);
    const webgl = build.modulesOf(build.scriptsOf(RING_PIECES.webgl));
    expect(webgl.filter(isWebgl).length).toBeGreaterThan(0);
    const pages = PAGE_PIECES.flatMap(({ path }) => build.namedBy(path));
    const scripts = [...pages, ...build.scriptsOf(RING_PIECES.canvas)];
    expect(build.modulesOf(scripts).filter(isWebgl)).toEqual([]);
  });

  test('what flies through the arcade comes with the arcade alone', { tag: '@short' }, () => {
    const isFlight = (module: string) => /@react-three\/drei\/|src\/scene\/arcade\//.test(module);
    const field = build.modulesOf(build.scriptsOf('src/scene/arcade/CrowdField.tsx'));
    expect(field.some((module) => module.includes('@react-three/drei/'))).toBe(true);
    const pages = PAGE_PIECES.flatMap(({ path }) => build.namedBy(path));
    const scripts = [...pages, ...Object.values(RING_PIECES).flatMap(build.scriptsOf)];
    expect(build.modulesOf(scripts).filter(isFlight)).toEqual([]);
  });

  test('no page begins with Pixi: it comes with the first map that WebGL draws', {
    tag: '@short',
  }, () => {
    const isPixi = (module: string) => /node_modules\/(pixi\.js|@pixi)\//.test(module);
    const map = build.scriptsOf('src/scene/pixi/pixiMap.tsx');
    expect(build.modulesOf(map).filter(isPixi).length).toBeGreaterThan(0);
    const pages = PAGE_PIECES.flatMap(({ path }) => build.namedBy(path));
    const rest = [...Object.values(RING_PIECES), ...ENGINE, 'src/scene/MapHost.tsx'];
    const others = [...pages, ...[MAIN_PIECE, ...rest].flatMap(build.scriptsOf)];
    expect(build.modulesOf(others).filter(isPixi)).toEqual([]);
    const own = map.filter((script) => !others.includes(script));
    console.info(`A map by WebGL: ${(build.sumBytes(own) / KB).toFixed(1)} kB`);
  });

  test('no page begins with Meyda: loops are measured in workers', { tag: '@short' }, () => {
    const isMeyda = (module: string) => /node_modules\/meyda\//.test(module);
    // A page that cannot have workers does their tasks itself, and fetches them then.
    const tasks = build.modulesOf(build.scriptsOf('src/audio/workers/studio.worker.ts'));
    expect(tasks.filter(isMeyda).length).toBeGreaterThan(0);
    const pages = PAGE_PIECES.flatMap(({ path }) => build.namedBy(path));
    const rest = [...Object.values(RING_PIECES), ...ENGINE, MAIN_PIECE];
    const scripts = [...pages, ...rest.flatMap(build.scriptsOf)];
    expect(build.modulesOf(scripts).filter(isMeyda)).toEqual([]);
  });

  test('the first sound and signing in stay within their bars', { tag: '@short' }, () => {
    const sound = build.sumBytes([MAIN_PIECE, ...ENGINE].flatMap(build.scriptsOf));
    const scripts = [...build.namedBy('/login'), ...PASSKEYS.flatMap(build.scriptsOf)];
    const login = build.sumBytes(scripts, build.sentBytes);
    console.info(`Sound: ${(sound / KB).toFixed(1)} kB. Login: ${(login / KB).toFixed(1)} kB.`);
    expect(sound).toBeLessThan(UNTIL_SOUND * KB);
    expect(login).toBeLessThan(LOGIN * KB);
  });

  test('no page fetches the code of others', { tag: '@short' }, () => {
    for (const [at, { modules, isRare }] of PAGE_LOADS.entries()) {
      const scripts = modules.flatMap(build.scriptsOf);
      const others = new Set(build.inVain[at]);
      const bytes = build.shareBytes(scripts, others);
      console.info(`${modules[2] ?? modules[0]}: ${(bytes / KB).toFixed(1)} kB of others`);
      expect(bytes, `${modules[2] ?? modules[0]}: ${[...others].join(' ')}`).toBeLessThan(
        (isRare ? RARE_IN_VAIN : IN_VAIN) * KB,
      );
    }
  });

  test('no page or panel that does not trade fetches anything of what is traded', {
    tag: '@short',
  }, () => {
    const isTrade = (module: string) => TRADE.test(`/${module}`);
    const { pieces } = build;
    const starts = Object.values(pieces).flatMap(({ later }) => later);
    const others = [...new Set(starts)].filter(
      (file) =>
        !Object.keys(pieces[file]?.modules ?? {}).some((one) => DOORS.test(one) || isTrade(one)),
    );
    expect(others.length).toBeGreaterThan(60);
    const named = PAGE_PIECES.filter(({ now }) => !now.some((one) => DOORS.test(one)));
    // A piece without a module of its own only passes on another one.
    const firstOf = (file: string) => Object.keys(pieces[file]?.modules ?? {}).slice(0, 1);
    const brought = [
      ...others.flatMap(firstOf).flatMap((module) => build.modulesOf(build.scriptsOf(module))),
      ...named.flatMap(({ path }) => build.modulesOf(build.namedBy(path))),
    ];
    expect(brought.filter(isTrade)).toEqual([]);
    const plus = build.modulesOf(build.scriptsOf('src/pages/Plus.tsx'));
    expect(plus).toContain('src/data/queries/plans.ts');
    expect(plus.filter((one) => isTrade(one) && /\/(wallet|market)\b|near/.test(one))).toEqual([]);
  });
});
