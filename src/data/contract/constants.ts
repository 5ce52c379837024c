/** Business constants and limits of the specification. Units stand last in each name. */

/** Playback slots of a rifff, and so the most loops that it can hold. */
export const MAX_LOOPS_PER_RIFFF = 8;
/** Mute tracks: one for each slot and one for the live input. */
export const MUTE_TRACKS = MAX_LOOPS_PER_RIFFF + 1;

/** Name of the meta tag by which a page says that the service has not opened yet. */
export const COMING_SOON_MARK = 'rondo-coming-soon';
/** Name of a `meta` element in the page of signing in of a server where passwords are hidden. */
export const HIDDEN_PASSWORDS_MARK = 'rondo-hidden-passwords';

/** Id of the data block in the page of a playlist's embed. */
export const EMBED_LIST_ID = 'playlist';
/** Items that the embed of a playlist brings along at most; its page has the others. */
export const EMBED_LIST_ITEMS = 50;
/** Id of the data block in the page of an embed. */
export const EMBED_DATA_ID = 'share';
/** Id of the data block in which the document of the first page names its first rifff. */
export const FIRST_RIFFF_ID = 'first-rifff';
/** Class of inputs of a first paint that remember a tap. */
export const FIRST_TAP_CLASS = 'first-tap';
/** Id of the checkbox that is the disc of the first page's first paint. */
export const FIRST_TAP_ID = 'first-tap';

/** Sixteenths in a bar of a new rifff (16 is 4/4). */
export const DEFAULT_BAR_LENGTH = 16;
/** Quarter notes per second of a new rifff; tempo in bpm is 60 times this. */
export const DEFAULT_BPS = 2;
export const DEFAULT_GAIN = 1;
/** Largest linear gain that a slot control offers (+6 dB). */
export const MAX_GAIN = 2;
export const DEFAULT_PLAYBACK_RATE = 1;
export const MIN_PLAYBACK_RATE = 0.5;
export const MAX_PLAYBACK_RATE = 2;
export const PLAYBACK_RATE_STEP = 0.25;
export const MAX_SHIFT_SEMITONES = 12;

/** Bounds that the schema sets for musical time. */
export const MIN_BPS = 0.25;
export const MAX_BPS = 10;
export const MIN_BAR_LENGTH_16THS = 1;
export const MAX_BAR_LENGTH_16THS = 64;
export const MAX_LOOP_LENGTH_16THS = 4096;

export const TAKE_LENGTH_MIN_BARS = 1;
export const TAKE_LENGTH_MAX_BARS = 64;
export const TAKE_LENGTH_DEFAULT_BARS = 4;
/** A take is heard so long after it was chosen. */
export const PREVIEW_DELAY_MS = 500;

/** Every context, buffer and worker runs at this rate. */
export const SAMPLE_RATE_HZ = 48_000;
export const MASTER_GAIN_DB = -6;
export const SILENCE_THRESHOLD_DB = -36;
/** Native `fftSize` of every analyser: half as many frequency bins. */
export const ANALYSER_FFT_SIZE = 1024;
export const CROSSFADE_SEC = 0.005;

/** Peak bins stored with every loop, covering the loop once. */
export const LOOP_PEAK_BINS = 1024;
/** Band envelopes stored with every loop: low, low-mid, high-mid, high. */
export const LOOP_BANDS = 4;
export const LOOP_BAND_BINS = 256;
/** Maximum-magnitude bins of a rifff's `peakData`. */
export const RIFFF_PEAK_BINS = 1536;
/** Drawing takes one of so many of them. */
export const RIFFF_PEAK_STEP = 3;

/** A rifff's eight bars are halved while they last this long or longer. */
export const RIFFF_MAX_SEC = 60;
export const RIFFF_BARS = 8;

export const HTTP_TIMEOUT_MS = 60_000;
/** Header with the code of a stage, for a page that has no account: it reads one jam, its rifffs and their sound. */
export const STAGE_HEADER = 'x-rondo-stage';
export const IDLE_PREFETCH_TIMEOUT_MS = 2000;
export const MIN_FETCH_DURATION_MS = 200;
export const LOADER_THROTTLE_MS = 200;
export const LOADER_DURATION_MS = 5000;
export const LOADER_HIDE_MS = 500;
export const SYNC_RETRY_BASE_MS = 1000;
export const SYNC_RETRY_FACTOR = 3;
export const SYNC_RETRY_MAX_MS = 60_000;

export const LIBRARY_LOOPS_PAGE = 10;
export const LIBRARY_LOOPS_MAX = 100;

export const RIFFF_LIST_PAGE = 20;
export const LOBBY_PAGE = 20;
/** A jam is live while its newest rifff is younger than this. */
export const LIVE_MS = 10 * 60_000;
export const CHAT_PAGE = 20;
export const CHAT_PAGE_DEFAULT = 100;
/** Events of a jam that one call catches up with. */
export const EVENTS_MAX = 500;
export const FEED_PAGE = 20;
export const FEED_MAX = 100;
export const SHARED_BY_PAGE = 50;
/** Days back that the field is chosen from, and rifffs in it. */
export const ARCADE_DAYS = 365;
export const ARCADE_SIZE = 100;
/** Places that the board of a day lists. */
export const ARCADE_BOARD_SIZE = 20;
/** Most moves of one run. */
export const ARCADE_MOVES_MAX = 200;
/** A claim code is good for this long. */
export const CLAIM_MS = 30 * 60_000;
export const PEOPLE_PAGE = 50;
export const CLUBS_PAGE = 20;
export const CLUB_MEMBERS_PAGE = 50;
/** A deleted club can be brought back for so long. */
export const CLUB_CLOSING_MS = 7 * 24 * 3_600_000;
/** Clubs that one account owns, channels and playlists of a club, and members of it, at most. */
export const MAX_CLUBS_OWNED = 20;
/** The same with plus. */
export const MAX_CLUBS_OWNED_PLUS = 100;
export const MAX_CHANNELS = 50;
export const MAX_CLUB_MEMBERS = 5000;
export const MAX_CLUB_PLAYLISTS = 50;
/** Personal playlists of one account at most. */
export const MAX_PLAYLISTS = 200;
export const MAX_PLAYLIST_ITEMS = 500;
export const PLAYLIST_PAGE = 20;
/** Default number of times that a rifff of a playlist is played. */
export const PLAYLIST_DEFAULT_LOOPS = 2;
export const MAX_LOOP_COUNT = 64;
export const MAX_FADE_OUT_BARS = 16;
/** Seconds that a bar of a fade-out lasts in a track, which has no bars. */
export const TRACK_BAR_SEC = 2;
export const CHART_PAGE = 50;
export const WINNERS_PAGE = 15;
export const COMMENTS_PAGE = 50;
export const MAX_COMMENT_CHARACTERS = 1000;
/** What can be found, in the order of the tabs. */
export const SEARCH_KINDS = ['rifffs', 'people', 'jams', 'loops'] as const;
export const SEARCH_PAGE = 10;
export const SEARCH_MAX = 50;
/** Results of a kind that one can page through; the best are among them. */
export const SEARCH_MOST = 200;
/** Terms that everyone signed in must have accepted. */
export const TERMS_VERSION = 1;
/** Unknown keys of a Rifff or Loop document are kept up to this size as JSON. */
export const UNKNOWN_KEYS_MAX_BYTES = 8 * 1024;
/** A device that asks to be signed in waits this long. */
export const REMOTE_LOGIN_MS = 120_000;
export const LOCALE_COOKIE = 'i18n';
export const LOCALE_COOKIE_DAYS = 365;

export const DECODE_WORKERS = 4;
export const DECODE_TIMEOUT_MS = 10_000;
/** Decoded audio kept in memory at most. */
export const DECODED_CACHE_BYTES = 256 * 1024 * 1024;

export const PRODUCT_NAME = 'Rondo';

/** Cookie that says that the cookie notice was read. */
export const COOKIE_NOTICE_COOKIE = 'cookie-notice';

/** What every call about a jam answers with 404 where it is not there or may not be read; clients tell by it. */
export const NO_SUCH_JAM = 'There is no such jam';

/** A rifff can be collected while it is younger than this. */
export const COLLECT_WINDOW_MS = 24 * 3_600_000;
export const COLLECTIBLE_JAMS_PAGE = 100;
/** Tokens of one owner that a listing query asks for. */
export const TOKENS_PER_OWNER = 500;
export const TOKENS_PAGE = 24;
/** Places of one coin: its smallest unit is called yocto. */
export const COIN_DECIMALS = 24;
/** 0.01 coins, for each token that is on sale. */
export const STORAGE_DEPOSIT_YOCTO = '10000000000000000000000';
/** 300 trillion units. */
export const MARKET_GAS = '300000000000000';
export const REMOVE_SALE_YOCTO = '1';
/** Of every sale to those who made the loops, in basis points, and how many of them at most. */
export const ROYALTY_BPS = 1000;
export const ROYALTY_ACCOUNTS_MAX = 6;
/** Lifetime of the proof that a wallet belongs to an account. */
export const LINK_CHALLENGE_MS = 5 * 60_000;
/** Cookie that says that the offer to link a wallet was declined, and how long that holds. */
export const DECLINED_LINK_COOKIE = 'declined-to-link';
export const DECLINED_LINK_DAYS = 30;
/** The product that a subscription, or a code, gives. */
export const PLUS_PRODUCT = 'plus';
/** Seconds of a sound that an account uploads. */
export const MAX_SOUND_SEC = 300;
export const MAX_SOUND_CHANNELS = 2;
export const MIN_SOUND_RATE_HZ = 8000;
export const MAX_SOUND_RATE_HZ = 192_000;
/** A track of a plus account; loops stay at `MAX_SOUND_SEC`. */
export const MAX_PLUS_TRACK_SEC = 1800;
/** Tracks of a jam that a page of their list has. */
export const TRACK_LIST_PAGE = 20;
/** People that a code is good for, months of plus that it gives, and codes that are made at once, at most. */
export const MAX_CODE_USES = 100_000;
export const MAX_CODE_MONTHS = 36;
export const MAX_CODE_BATCH = 500;
