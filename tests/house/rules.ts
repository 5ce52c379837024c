import type { Import } from '../../tools/house/imports.ts';

/** A part of the house: which files are in it and what they may import besides each other. */
interface Part {
  readonly name: string;
  readonly matches: (path: string) => boolean;
  /** Names of parts. */
  readonly parts: readonly string[];
  /** Names of packages; a trailing `/` takes everything below; `*` takes all. */
  readonly packages: readonly string[];
}

const below =
  (...folders: string[]) =>
  (path: string) =>
    folders.some((folder) => path === folder || path.startsWith(`${folder}/`));

const REACT = ['react', 'react-dom', 'react/', 'react-dom/'];

/** First match wins, so narrower parts stand first. */
const PARTS: readonly Part[] = [
  { name: 'contract', matches: below('src/data/contract'), parts: [], packages: ['zod'] },
  { name: 'rules', matches: below('src/data/rules'), parts: ['contract'], packages: [] },
  {
    name: 'stores',
    matches: below('src/data/stores'),
    parts: ['contract', 'rules', 'data'],
    packages: ['valtio', 'valtio/'],
  },
  {
    name: 'queries',
    matches: below('src/data/queries'),
    parts: ['contract', 'rules', 'data'],
    packages: ['@tanstack/react-query'],
  },
  {
    // Signing in and out is a call and a change of the session at once.
    name: 'auth',
    matches: below('src/data/auth.ts'),
    parts: ['contract', 'rules', 'data', 'stores'],
    packages: [],
  },
  {
    // Lines to a room and to a class say what they hear to stores.
    name: 'socket',
    matches: below('src/data/socket.ts', 'src/data/classLine.ts', 'src/data/openSocket.ts'),
    parts: ['contract', 'rules', 'data', 'stores'],
    packages: ['socket.io-client'],
  },
  {
    // Wallets and the chain; large, and fetched only where something is traded.
    name: 'wallet',
    matches: below('src/data/wallet'),
    parts: ['contract', 'rules', 'data', 'stores', 'queries'],
    packages: ['near-api-js', 'near-api-js/', '@hot-labs/near-connect'],
  },
  {
    name: 'data',
    matches: below('src/data'),
    parts: ['contract', 'rules'],
    packages: ['zod', 'idb', 'pouchdb-browser', '@simplewebauthn/browser'],
  },
  {
    // The worker between pages and network. It shares nothing with them but the contract.
    name: 'offline',
    matches: below('src/offline'),
    parts: ['contract'],
    packages: [],
  },
  {
    // The one file of sound mathematics with a package: workers and the server reach it through the others.
    name: 'spectralShape',
    matches: below('src/dsp/spectralShape.ts'),
    parts: ['contract'],
    packages: ['meyda'],
  },
  { name: 'dsp', matches: below('src/dsp'), parts: ['contract', 'spectralShape'], packages: [] },
  { name: 'drawing', matches: below('src/drawing'), parts: ['contract'], packages: [] },
  {
    name: 'audioState',
    matches: below('src/audio/state'),
    parts: ['contract', 'rules'],
    packages: ['valtio/vanilla'],
  },
  {
    name: 'audioInterface',
    matches: below(
      'src/audio/arcade/FieldSound.ts',
      'src/audio/engine/Engine.ts',
      'src/audio/engine/InStep.ts',
      'src/audio/export/Exporter.ts',
      'src/audio/playlist/PlaylistSound.ts',
      'src/audio/studio/Studio.ts',
      'src/audio/studio/record/Recorder.ts',
      'src/audio/engine/telemetry.ts',
    ),
    parts: ['contract', 'rules', 'audioState'],
    packages: [],
  },
  {
    // Readers of other people's files, and what brings them in: in the browser and on the command line.
    name: 'imports',
    matches: below('src/audio/imports'),
    parts: ['contract', 'rules', 'dsp', 'data'],
    packages: ['modern-tar', 'fast-xml-parser', 'fflate', 'sql.js', 'sql.js/'],
  },
  {
    // Making files of sound where there is no page: the command line encodes as the workers do.
    name: 'encoders',
    matches: below(
      'src/audio/workers/encode/flac.ts',
      'src/audio/workers/encode/format.ts',
      'src/audio/workers/encode/oggPages.ts',
    ),
    parts: ['dsp', 'audio'],
    packages: ['mediabunny', '@mediabunny/flac-encoder'],
  },
  {
    name: 'audio',
    matches: below('src/audio'),
    parts: ['contract', 'rules', 'dsp', 'audioState', 'audioInterface', 'encoders'],
    packages: [
      'valtio/vanilla',
      'tone',
      'tone/',
      'idb',
      'signalsmith-stretch',
      'ogv/dist/ogv-decoder-audio-vorbis-wasm.js',
      'ogv/dist/ogv-decoder-audio-vorbis-wasm.wasm',
      'wasm-media-encoders',
      'wasm-media-encoders/',
      'mediabunny',
      '@mediabunny/flac-encoder',
      'fflate',
    ],
  },
  {
    // The picture of a map for both of its hosts, and the one by a 2D canvas.
    name: 'sceneMap',
    matches: below('src/scene/map'),
    parts: ['contract', 'rules', 'drawing', 'stores'],
    packages: [],
  },
  {
    // What Pixi draws; fetched only where a map is drawn by WebGL, and never together with three.
    name: 'scenePixi',
    matches: below('src/scene/pixi'),
    parts: ['contract', 'rules', 'drawing', 'stores', 'sceneMap'],
    packages: [...REACT, 'pixi.js', 'pixi.js/', '@pixi/react'],
  },
  {
    name: 'sceneMapHost',
    matches: below('src/scene/MapHost.tsx'),
    parts: ['stores', 'sceneMap', 'scenePixi'],
    packages: [...REACT, 'valtio', 'valtio/'],
  },
  {
    name: 'scene',
    matches: below('src/scene'),
    parts: ['contract', 'rules', 'drawing', 'stores', 'audioState', 'audioInterface'],
    packages: [
      ...REACT,
      'valtio',
      'valtio/',
      'three',
      'three/',
      '@react-three/fiber',
      '@react-three/drei/',
    ],
  },
  {
    name: 'hud',
    matches: below('src/hud'),
    parts: [
      'contract',
      'rules',
      'dsp',
      'drawing',
      'stores',
      'queries',
      'auth',
      'socket',
      'wallet',
      'imports',
      'data',
      'audioState',
      'audioInterface',
    ],
    packages: [
      ...REACT,
      'react-router',
      'valtio',
      'valtio/',
      'qr/decode.js',
      'radix-ui',
      'react-hook-form',
      'uqr',
      '@dnd-kit/',
      '@tanstack/react-virtual',
      'wavesurfer.js',
      'wavesurfer.js/',
      '@tanstack/react-query',
      '@fontsource-variable/',
    ],
  },
  {
    // The player inside other pages: light, so without React, three, Tone and stores. Which parts of audio it
    // may reach is checked as a whole, package by package.
    name: 'embed',
    matches: below('src/embed'),
    parts: ['contract', 'rules', 'dsp', 'drawing', 'audio', 'audioInterface'],
    packages: ['@fontsource-variable/'],
  },
  {
    name: 'pages',
    matches: (path) => below('src/pages')(path) || /^src\/[^/]+$/.test(path),
    parts: [
      'contract',
      'rules',
      'stores',
      'queries',
      'auth',
      'socket',
      'wallet',
      'data',
      'dsp',
      'drawing',
      'audio',
      'audioState',
      'audioInterface',
      'scene',
      'sceneMapHost',
      'hud',
    ],
    packages: [...REACT, 'react-router', 'valtio', 'valtio/', '@tanstack/react-query'],
  },
  {
    name: 'server',
    matches: below('server'),
    parts: ['contract', 'rules', 'dsp', 'drawing', 'playMoney'],
    packages: ['*'],
  },
  {
    name: 'tools',
    matches: below('tools'),
    parts: ['contract', 'rules', 'dsp', 'drawing', 'imports', 'data', 'encoders', 'starterContent'],
    packages: ['*'],
  },
  {
    // Renders the loops of the starter pack and measures them: the product has their files alone.
    name: 'starterContent',
    matches: below('packages/starter-content'),
    parts: ['contract', 'rules', 'dsp', 'spectralShape', 'drawing'],
    packages: ['*'],
  },
  {
    // Play money behind the ports. The server loads it where its settings name no real money.
    name: 'playMoney',
    matches: below('packages/dev-till', 'packages/dev-chain'),
    parts: ['contract', 'rules', 'drawing', 'server'],
    packages: ['*'],
  },
];

/** Client packages that must never reach the server or the tools. */
const CLIENT_ONLY = ['react', 'three', 'tone', 'valtio'];

/** Folders whose imports are judged. Tests and measurements may look anywhere. */
export const JUDGED_FOLDERS = ['src', 'server', 'tools', 'packages'] as const;

const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.includes('/testing/');

function partOf(path: string): Part | undefined {
  return PARTS.find((part) => part.matches(path));
}

function isPackageAllowed(part: Part, name: string): boolean {
  if (part.packages.includes('*')) {
    return !CLIENT_ONLY.some((client) => name === client || name.startsWith(`${client}/`));
  }
  return part.packages.some((allowed) =>
    allowed.endsWith('/') ? name.startsWith(allowed) : name === allowed,
  );
}

/** A sentence for every import that the house forbids; empty when all is well. */
export function violations(imports: readonly Import[]): string[] {
  return imports.flatMap(({ from, to, isPackage }) => {
    if (isTest(from)) return [];
    const part = partOf(from);
    if (!part) return [`${from} is in no part of the house`];
    if (isPackage) {
      return isPackageAllowed(part, to) ? [] : [`${part.name} may not import ${to} (${from})`];
    }
    if (/\.(css|svg|json|woff2)$/.test(to)) return [];
    const target = partOf(to);
    if (!target) return [`${from} imports ${to}, which is in no part of the house`];
    if (target === part || part.parts.includes(target.name)) return [];
    return [`${part.name} may not import ${target.name} (${from} imports ${to})`];
  });
}
