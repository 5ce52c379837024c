/** Every bar of the design and of the decisions that is a number, and the bench that measures it. */

/** A bar is met by figures up to `most`, or from `least` on. */
export interface Bar {
  /** What is measured, as it stands in docs/figures.md: no other bar is called so. */
  readonly what: string;
  readonly unit: string;
  readonly most?: number;
  readonly least?: number;
}

const most = (value: number, unit: string, what: string): Bar => ({ what, unit, most: value });
const least = (value: number, unit: string, what: string): Bar => ({ what, unit, least: value });

/** By the name of the bench: `npm run bench:NAME`. */
export const BARS = {
  audio: {
    tapFirst: most(150, 'ms', 'tap to audible, first tap (makes the context)'),
    tapAgain: most(150, 'ms', 'tap to audible, median of later ones'),
    ringGesture: most(30, 'ms', 'ring gesture to half level in the audio thread'),
    pressPad: most(30, 'ms', 'computer key to a pad in the audio thread'),
    pressKey: most(30, 'ms', 'pointer to a key’s note in the audio thread'),
    pressMidi: most(30, 'ms', 'MIDI message to a note in the audio thread'),
    eightReady: most(400, 'ms', 'eight Ogg loops ready, warm cache'),
    eightAtTempo: most(2000, 'ms', 'tempo change of eight Ogg loops rendered'),
    decodedKept: most(256, 'MiB', 'decoded audio kept'),
    drift: most(1, 'frames', 'drift of eight loops'),
    treble: most(0.1, 'dB', '10 kHz on every pass, rendered: worst loss'),
    loopSeam: most(6, 'dB', 'seam over steady state'),
    switchClick: most(12, 'dB', 'click of a change, worst of 24 phases'),
    truePeak: most(-1, 'dBTP', 'true peak of a +12 dBFS sine, our limiter'),
    looperCpu: most(2, '% of a core', 'eight stereo loops: looper'),
    engineCpu: most(2, '% of a core', 'eight stereo loops: with master, limiter and analysers'),
    oggFrames: most(0, 'frames', 'Ogg Vorbis: frames off, worst of 3 lengths'),
    oggSeam: most(6, 'dB', 'Ogg Vorbis: seam over steady state'),
    flacFrames: most(0, 'frames', 'FLAC: frames off, worst of 3 lengths'),
    flacSeam: most(6, 'dB', 'FLAC: seam over steady state'),
    onsetHits: most(5, 'ms', 'hits moved, speeds 0.5 to 2: worst onset'),
    onsetTones: most(5, 'ms', 'tones stretched, speeds 0.5 to 2: worst onset'),
    shiftSeam: most(6, 'dB', 'seam of a rendered shift over steady state'),
    eightStretched: most(2000, 'ms', 'eight stretched loops after a tempo change'),
    eightShifted: most(2000, 'ms', 'eight stretched loops after a change of pitch'),
    stretchedCpu: most(2, '% of a core', 'eight stretched stereo loops playing'),
    effectsCpu: most(2, '% of a core', 'eight stretched stereo loops with every effect'),
    tuning: most(3, 'cents', 'patches at three pitches: most off'),
    kitLevels: most(3.5, 'dB', 'beats of the kits against the library: most off'),
  },
  alike: {
    alikeKind: least(
      0.6,
      'of 1',
      'the five loops that sound most alike: share of the same category',
    ),
  },
  takes: {
    takeMedian: most(3, 'ms', 'takes off the beat after calibration, median'),
    takeP95: most(8, 'ms', 'takes off the beat after calibration, p95'),
    takeAgain: most(1, 'ms', 'takes with the panel left before, worst'),
  },
  export: {
    mix: least(100, '× real time', 'mix of eight stereo loops'),
    mixEffects: least(100, '× real time', 'mix of eight stereo loops, with every effect'),
    growthWav: most(64, 'MiB', 'memory of ten minutes as WAV beyond one minute'),
    growthFlac: most(96, 'MiB', 'memory of ten minutes as FLAC beyond one minute'),
    growthOgg: most(64, 'MiB', 'memory of ten minutes as Ogg beyond one minute'),
    growthStems: most(64, 'MiB', 'memory of ten minutes as stems beyond one minute'),
    growthVideo: most(64, 'MiB', 'memory of ten minutes as video beyond one minute'),
  },
  steady: {
    underruns: most(
      0,
      'underruns',
      'half an hour of play, but for those of an idle context beside it',
    ),
  },
  'first-sound': {
    firstSound: most(2500, 'ms', 'cold visit, throttled: from tappable to the first sound'),
    firstScript: most(180, 'kB gzip', 'script run for the first sound'),
    tappableHome: most(1500, 'ms', 'cold visit, throttled: / can be tapped'),
    tappableJam: most(1500, 'ms', 'cold visit, throttled: /jam can be tapped'),
    tappableRoom: most(1500, 'ms', 'cold visit, throttled: a room can be tapped'),
    tappableListen: most(1500, 'ms', 'cold visit, throttled: /listen can be tapped'),
    tappableFeed: most(1500, 'ms', 'cold visit, throttled: /feed can be tapped'),
    loginScript: most(150, 'kB gzip', 'script of /login'),
    requestsSoon: most(20, 'requests', 'requests before a page can be tapped, most of six pages'),
    requestsAll: most(40, 'requests', 'requests of a page in all, most of six pages'),
  },
  rings: {
    framesLeast: least(30, 'frames/s', 'pages without a graphics chip, music playing: slowest'),
    coresMost: most(0.6, 'cores', 'pages without a graphics chip, music playing: most processor'),
    fieldFrames: least(20, 'frames/s', 'a field of 100 rifffs of which 20 play'),
    roomFrames: least(30, 'frames/s', 'a room of three without a chip, rings, map and talk open'),
    roomCores: most(0.7, 'cores', 'that room: processor'),
    pageUnderruns: most(0, 'underruns', 'underruns of those pages, all together'),
    ringScriptCanvas: most(300, 'kB gzip', 'script until the first ring, by Canvas 2D'),
    ringScriptWebgl: most(420, 'kB gzip', 'script until the first ring, by WebGL'),
  },
  gpu: {
    ringDraws: most(3, 'draws', 'a frame of 1 to 500 rifffs: draws'),
    ringMedian: most(2, 'ms', 'a frame of 1 to 500 rifffs: script, slowest median'),
    ringP95: most(4, 'ms', 'a frame of 1 to 500 rifffs: script, slowest p95'),
    ringHeap: most(20, 'kB', 'a frame of 1 to 500 rifffs: heap'),
    ringPicture: most(83, 'ms', 'a picture of eight rings without a chip, to its last pixel'),
  },
  stage: {
    stageDraws: most(3, 'draws', 'a frame of the stage, any look: draws'),
    stageTimes: most(2, '× a plain rifff', 'a frame of the stage, any look: slowest median'),
    stageHeap: most(20, 'kB', 'a frame of the stage, any look: heap'),
    stageChange: most(50, 'ms', 'script of the longest frame at a change of look'),
  },
  arcade: {
    flightDraws: most(30, 'draws', 'a frame of a flight past 100 rifffs: draws'),
    flightMedian: most(2, 'ms', 'a frame of that flight by WebGL: script, slowest median'),
    flightP95: most(4, 'ms', 'a frame of that flight by WebGL: script, slowest p95'),
    flightHeap: most(20, 'kB', 'a frame of that flight by WebGL: heap'),
    canvasMedian: most(2, 'ms', 'a frame of that flight by Canvas 2D: script, slowest median'),
    canvasP95: most(4, 'ms', 'a frame of that flight by Canvas 2D: script, slowest p95'),
    canvasHeap: most(20, 'kB', 'a frame of that flight by Canvas 2D: heap'),
    flightSound: most(256, 'MiB', 'decoded sound while flying past 100 rifffs'),
  },
  playlist: {
    entryGap: most(0, 'frames', 'between two entries of a playlist, worst seam'),
    listRise: most(1.1, '× the first ten', 'decoded audio of 200 entries'),
    listCache: most(256, 'MiB', 'decoded audio of 200 entries with the cache of the engine'),
  },
  video: {
    videoSpeed: least(2, '× real time', 'video of a rifff'),
    videoCancel: most(100, 'ms', 'from cancelling a video to a free dialog, worst'),
  },
  map: {
    mapFrames: least(30, 'a second', 'pan and zoom of a map of 10,000, no graphics chip: pictures'),
    mapScript: most(4, 'ms', 'pan and zoom of a map of 10,000 by WebGL: script in a frame, p95'),
  },
  'feed-page': {
    feedLate: most(2, '% more', 'late frames of a feed of 2,000 beside an empty list'),
  },
  feed: {
    feedSqlite: most(10, 'ms', 'browsing the feed of 200,000, 8 callers, SQLite: p99'),
    feedPostgres: most(10, 'ms', 'browsing the feed of 200,000, 8 callers, PostgreSQL: p99'),
    publicSqlite: most(10, 'ms', 'charts, winners, comments and lists, SQLite: slowest p99'),
    publicPostgres: most(10, 'ms', 'charts, winners, comments and lists, PostgreSQL: slowest p99'),
  },
  search: {
    searchSqlite: most(30, 'ms', 'search among 200,000, SQLite: slowest p99'),
    searchPostgres: most(30, 'ms', 'search among 200,000, PostgreSQL: slowest p99'),
  },
  commit: {
    commitP99: most(300, 'ms', 'commit over HTTP, acknowledged: p99'),
  },
  'sign-in': {
    passkeyCheck: most(5, 'ms', 'checking the answer of a passkey: p99'),
  },
  class: {
    classPlaying: most(180, 's', 'a class of 30 behind one address: all in and playing'),
    classesIn: most(300, 's', 'four classes behind one address: all in, by as many requests'),
    classRefused: most(0, 'requests', 'requests of four classes that are refused (429)'),
  },
  rooms: {
    toldP99: most(300, 'ms', 'a commit told to a room of 1,000, from its acknowledgement: p99'),
    toldTimes: most(2, '× a bare ws', 'a commit told to a room of 1,000, from its stamp: p99'),
  },
  together: {
    apartSimulated: most(8, 'ms', 'two listeners of a room, simulated: apart at p95'),
    apartPages: most(8, 'ms', 'two listeners of a room, two pages: apart at p95'),
    entrySimulated: most(1000, 'ms', 'in phase with the room, simulated: slowest'),
    entryPages: most(1000, 'ms', 'in phase with the room, two pages: slowest'),
  },
  surface: {
    ownTouches: most(1, 'touches', 'a room that was opened: touches until an own change is heard'),
    ownHeard: most(150, 'ms', 'a touch of a ring in that room, until it is heard: median'),
    ownSeen: most(150, 'ms', 'a touch of a ring in that room, until it is seen: median'),
    answerMoves: most(0, 'pages', 'answers made in a room: changes of the page'),
    answerTold: most(300, 'ms', 'an answer made in a room, acknowledged, until two are told: p99'),
    answerBars: most(0, 'bars', 'that answer, told: bars passed over before it is heard, worst'),
  },
  hostile: {
    othersRead: most(250, 'ms', 'another’s reading under any attack: slowest p99'),
    othersUpload: most(3000, 'ms', 'another’s small upload under any attack: slowest'),
    attackMemory: most(768, 'MiB', 'server and its processes under any attack: memory'),
  },
  backup: {
    backupRead: most(250, 'ms', 'reading beside a backup of 100,000 rifffs: p99'),
    restoreLost: most(0, 'tables and files', 'what a restore of them lost or changed'),
  },
  imports: {
    importMemory: most(150, 'MiB', 'reading an archive of 1,000 rifffs: memory'),
    importLoop: most(0.1, 's', 'import of a loop of 4 s with its master, stored by a server'),
  },
  band: {
    bandKey: most(0, 'answers', 'answers of the band out of key'),
    bandTime: most(0, 'answers', 'answers of the band out of time'),
    bandLevel: most(2, 'LU', 'answers of the band off the level of their category: p95'),
    bandCopies: most(0, 'answers', 'answers of the band that nearly copy the last ring'),
    bandNinth: most(0, 'answers', 'answers of the band that fill the last slot'),
    bandMasked: most(1, '× chance', 'answers of the band: masked share of their power'),
    bandLatency: most(2, 'bars', 'from a commit to the answer of the band: p95'),
  },
  make: {
    madeMs: most(1500, 'ms', 'making a loop of 4 bars: median'),
    madeMissed: most(0, 'loops', 'made loops off in level, peak, seam, key, or copies'),
  },
  image: {
    imageSize: most(260, 'MB', 'the image of the server, unpacked'),
    imageStart: most(5, 's', 'a first start of the image, until all is well'),
    imageMemory: most(225, 'MB', 'resident memory of the image at rest'),
    imageHeard: most(60, 's', 'from the image to the first rifff heard'),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Bar>>>>;

export type BenchName = keyof typeof BARS;
type Ids<T> = T extends unknown ? keyof T : never;
/** Names a bar. */
export type BarId = Ids<(typeof BARS)[BenchName]> & string;

/** Bars that are no figure of a bench, and what holds them. */
export const HELD: readonly (readonly [what: string, by: string])[] = [
  [
    'anything acknowledged, blobs included, under `kill -9`: never lost',
    'tests: `server/crash.test.ts`, `server/crash.long.test.ts`, `server/postgresCrash.long.test.ts`',
  ],
  [
    'players by intervals, 150 ± 30 ms each way: no frame off in 99 of 100, others heard within 1 s',
    'not measured: playing by intervals is not built',
  ],
];

/** A bar by its name. */
export const barOf = (id: BarId): Bar => {
  for (const bars of Object.values(BARS) as Readonly<Record<string, Bar>>[]) {
    const found = bars[id];
    if (found) return found;
  }
  throw new Error(`No bar is called ${id}`);
};
