import type { SearchKind } from '../../../src/data/contract/search.ts';
import type { AuditAction, ShareSource } from '../../../src/data/contract/sharing.ts';
import type {
  AccountRow,
  AvatarRow,
  ChallengeRow,
  ClassRow,
  CodeRow,
  LogoutTokenRow,
  NameRow,
  NewcomerRow,
  OfficeRow,
  PasskeyRow,
  ProviderLinkRow,
  ProviderStartRow,
  PupilRow,
  RecoveryCodeRow,
  RemoteLoginRow,
  SessionRow,
  SignInPlaceRow,
  SignInRow,
  StoredSettingRow,
  TicketRow,
  TimeCodeRow,
} from './schemaAccounts.ts';
import type {
  BandAnswerRow,
  BandTurnRow,
  ImportedLoopRow,
  ImportedPersonRow,
  ImportRow,
  SyncAttachmentRow,
  SyncDatabaseRow,
  SyncDocRow,
  SyncLocalRow,
  SyncRevisionRow,
  SyncUseRow,
} from './schemaAlways.ts';
import type { ArcadeBestRow, ArcadeFieldRow, ArcadeRunRow } from './schemaArcade.ts';
import type { ChartRow, ChartVoiceRow, CommentRow, WeekWinnerRow } from './schemaChart.ts';
import type {
  ClubImageRow,
  ClubMemberRow,
  ClubRow,
  PlaylistItemRow,
  PlaylistReactionRow,
  PlaylistRow,
} from './schemaClubs.ts';
import type {
  BlockRow,
  JamEventRow,
  JamFileRow,
  JamLoopRow,
  JamReportRow,
  JamRow,
  MemberRow,
  MessageRow,
  NoticeRow,
  ReactionRow,
  RifffHideRow,
  RifffLoopRow,
  RifffRow,
} from './schemaJams.ts';
import type { LoopRow, MediaRow, PackRow, StarterRifffRow } from './schemaLibrary.ts';
import type { LookMakerRow, LookRow, RoomLookRow, ShareLookRow } from './schemaLooks.ts';
import type {
  ChainAccountRow,
  ChainBlockRow,
  ChainFactRow,
  ChainKeyRow,
  ChainStateRow,
  ChainTransactionRow,
  MintRow,
  TokenEventRow,
  TokenFileRow,
  TokenMakerRow,
  TokenRow,
  WalletAccountRow,
  WalletChallengeRow,
} from './schemaMarket.ts';
import type { AnnouncementRow, WaitingMailRow } from './schemaOperations.ts';
import type { NoticeSettingsRow, PushSubscriptionRow } from './schemaPeople.ts';
import type {
  CustomerRow,
  GrantRow,
  PaymentEventRow,
  PurchaseRow,
  RedemptionRow,
  SubscriptionRow,
  TillKeyRow,
  TillObjectRow,
} from './schemaPlans.ts';

/** One notes row: what the server remembers about itself. */
export interface NoteRow {
  name: string;
  value: string;
}

/** One limits row: calls of a kind by one account or address in a window of time. */
export interface LimitRow {
  key: string;
  count: number;
  resetsAt: number;
}

/** One shares row: a rifff in the feed. */
export interface ShareRow {
  id: string;
  jamId: string;
  rifffId: string;
  userId: string;
  title: string;
  isPrivate: boolean;
  created: number;
  /** Kept up to date with the likes themselves. */
  likeCount: number;
  /** The same for comments; 0 where it is left out. */
  commentCount?: number;
  source: ShareSource | null;
  /** Taken out by a moderator. */
  isRemoved: boolean;
}

/** One likes row. */
export interface LikeRow {
  shareId: string;
  userId: string;
  created: number;
}

/** One follows row: `followerId` follows `userId`. */
export interface FollowRow {
  followerId: string;
  userId: string;
  created: number;
}

/** One hides row: a share that an account does not want to see. */
export interface HideRow {
  userId: string;
  shareId: string;
  created: number;
}

/** One reports row. */
export interface ReportRow {
  id: string;
  shareId: string;
  userId: string;
  reason: string;
  message: string;
  created: number;
  isOpen: boolean;
}

/** One profileReports row: what an account says is wrong with a profile. */
export interface ProfileReportRow {
  /** Whose profile it is. */
  personId: string;
  /** Who reported it. */
  userId: string;
  reason: string;
  created: number;
  isOpen: boolean;
}

/** One audit row: what a moderator did and why. Never changed, never deleted. */
export interface AuditRow {
  id: string;
  moderatorId: string;
  action: AuditAction;
  /** Empty where it is about a person. */
  shareId: string;
  /** Whom it is about; null for shares. */
  userId: string | null;
  reason: string;
  created: number;
}

/** One barred row: content that a moderator took out, by what tells it again. */
export interface BarredRow {
  /** A file of a loop, the loops of a rifff together, a pinned track, or a picture. */
  kind: 'sound' | 'set' | 'track' | 'picture';
  /** SHA-256 in hex: of the content, or of the identities of a set. */
  value: string;
  /** Whose it was. */
  userId: string;
  /** When it came, in ms: an older copy of another account is not barred. */
  since: number;
  /** The share that it was taken out with, or the line of the audit. */
  origin: string;
}

/** One suspensions row: an account that may not write. One whose time is over counts as none. */
export interface SuspensionRow {
  userId: string;
  reason: string;
  since: number;
  /** Null until a moderator lifts it. */
  until: number | null;
}

/** One appeals row. */
export interface AppealRow {
  id: string;
  userId: string;
  text: string;
  created: number;
  state: 'open' | 'accepted' | 'refused';
  /** Reason of the decision. */
  answer: string;
}

/** One tracks row: sound that is no loop, in a jam or pinned to the profile of its account. */
export interface TrackRow {
  id: string;
  userId: string;
  /** Null where it is pinned. */
  jamId: string | null;
  isPinned: boolean;
  name: string;
  created: number;
  /** As of loops. */
  digest: string;
  /** Its address in `/media`. */
  key: string;
  hash: string;
  mime: string;
  size: number;
  durationSec: number;
  peaks: string;
}

/** One departures row: a closed account whose belongings are being removed. Its row goes when nothing is left of them. */
export interface DepartureRow {
  userId: string;
  /** Milliseconds since the epoch. */
  closed: number;
}

/** One looseContent row: content that was let go of, and that goes unless something else names it. */
export interface LooseContentRow {
  id: string;
  hash: string;
}

/** One searchDocs row: something that can be found, as `modules/searchIndex` makes it. */
export interface SearchDocRow {
  kind: SearchKind;
  id: string;
  /** The kind, and behind a slash the one account that finds it. */
  scope: string;
  /** Minus the time of its creation in ms: the newest is the least. */
  age: number;
  name: string;
  alias: string;
  /** Words with a space before and behind each. */
  words: string;
  /** Whole bpm. */
  tempo: number | null;
  root: number | null;
  scale: number | null;
  /** A bit for each category of `CATEGORY_SLUGS`. */
  categories: number;
  /** As `words`: what its sound is like, and which loops it holds. */
  marks: string;
  /** Of a loop that was measured and is not silent, as its document has it. */
  timbre: string | null;
}

/** One searchWords row: a word or mark of a searchDocs row. */
export interface SearchWordRow {
  scope: string;
  word: string;
  age: number;
  id: string;
}

/** Every table; the property names are the names of tables and columns. */
export interface Schema {
  packs: PackRow;
  loops: LoopRow;
  media: MediaRow;
  starterRifffs: StarterRifffRow;
  notes: NoteRow;
  waitingMails: WaitingMailRow;
  announcements: AnnouncementRow;
  accounts: AccountRow;
  codes: CodeRow;
  sessions: SessionRow;
  names: NameRow;
  signInPlaces: SignInPlaceRow;
  tickets: TicketRow;
  offices: OfficeRow;
  passkeys: PasskeyRow;
  challenges: ChallengeRow;
  timeCodes: TimeCodeRow;
  recoveryCodes: RecoveryCodeRow;
  providerLinks: ProviderLinkRow;
  providerStarts: ProviderStartRow;
  newcomers: NewcomerRow;
  classes: ClassRow;
  pupils: PupilRow;
  logoutTokens: LogoutTokenRow;
  signIns: SignInRow;
  storedSettings: StoredSettingRow;
  remoteLogins: RemoteLoginRow;
  avatars: AvatarRow;
  limits: LimitRow;
  jams: JamRow;
  rifffs: RifffRow;
  rifffLoops: RifffLoopRow;
  jamLoops: JamLoopRow;
  members: MemberRow;
  jamEvents: JamEventRow;
  messages: MessageRow;
  reactions: ReactionRow;
  jamFiles: JamFileRow;
  notices: NoticeRow;
  noticeSettings: NoticeSettingsRow;
  pushSubscriptions: PushSubscriptionRow;
  blocks: BlockRow;
  rifffHides: RifffHideRow;
  jamReports: JamReportRow;
  shares: ShareRow;
  likes: LikeRow;
  follows: FollowRow;
  comments: CommentRow;
  chart: ChartRow;
  chartVoices: ChartVoiceRow;
  weekWinners: WeekWinnerRow;
  hides: HideRow;
  reports: ReportRow;
  profileReports: ProfileReportRow;
  audit: AuditRow;
  barred: BarredRow;
  suspensions: SuspensionRow;
  appeals: AppealRow;
  tracks: TrackRow;
  departures: DepartureRow;
  looseContent: LooseContentRow;
  arcadeFields: ArcadeFieldRow;
  arcadeRuns: ArcadeRunRow;
  arcadeBest: ArcadeBestRow;
  searchDocs: SearchDocRow;
  searchWords: SearchWordRow;
  clubs: ClubRow;
  clubMembers: ClubMemberRow;
  clubImages: ClubImageRow;
  playlists: PlaylistRow;
  playlistItems: PlaylistItemRow;
  playlistReactions: PlaylistReactionRow;
  looks: LookRow;
  lookMakers: LookMakerRow;
  roomLooks: RoomLookRow;
  shareLooks: ShareLookRow;
  chainFacts: ChainFactRow;
  chainAccounts: ChainAccountRow;
  chainKeys: ChainKeyRow;
  chainState: ChainStateRow;
  chainBlocks: ChainBlockRow;
  chainTransactions: ChainTransactionRow;
  walletAccounts: WalletAccountRow;
  walletChallenges: WalletChallengeRow;
  mints: MintRow;
  tokens: TokenRow;
  tokenFiles: TokenFileRow;
  tokenMakers: TokenMakerRow;
  tokenEvents: TokenEventRow;
  customers: CustomerRow;
  subscriptions: SubscriptionRow;
  purchases: PurchaseRow;
  grants: GrantRow;
  paymentEvents: PaymentEventRow;
  redemptions: RedemptionRow;
  bandTurns: BandTurnRow;
  bandAnswers: BandAnswerRow;
  imports: ImportRow;
  importedPeople: ImportedPersonRow;
  importedLoops: ImportedLoopRow;
  syncDatabases: SyncDatabaseRow;
  syncDocs: SyncDocRow;
  syncRevisions: SyncRevisionRow;
  syncLocals: SyncLocalRow;
  syncAttachments: SyncAttachmentRow;
  syncUses: SyncUseRow;
  tillObjects: TillObjectRow;
  tillKeys: TillKeyRow;
}
