import {
  type BundleHead,
  BundleHeadSchema,
  type LineProof,
  LineProofSchema,
} from '../../../src/data/contract/bundle.ts';
import { signedHead, signedLine } from '../../../src/data/rules/sharing/bundleProof.ts';
import type { Identity } from '../../plugins/identity.ts';
import { subPathOf, withoutSubPath } from '../../plugins/subPath.ts';
import type { ImportRow } from '../../ports/database/schemaAlways.ts';
import { type BundleKey, isSigned } from './bundleKey.ts';

/** Whose signatures count. */
export interface Trust {
  readonly own: BundleKey;
  /** Keys of other servers that the operator trusts, by their origin. */
  readonly others: ReadonlyMap<string, string>;
  /** Address of this server. */
  readonly origin: () => string;
}

/** A head that was signed by this server or one that it trusts. */
export interface ProvenHead {
  readonly head: BundleHead;
  readonly proof: NonNullable<BundleHead['proof']>;
  /** The account of the signing server that the importing account is; null where that is not proven. */
  readonly account: string | null;
  /** What documents call the importing account in what people said; null as above. */
  readonly self: string | null;
}

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [URL.parse(one), URL.parse(other)];
  return a !== null && b !== null && a.origin === b.origin;
};

/** Is a text signed? What cannot be written as one, such as a document nested too deeply, is not. */
function holds(text: () => string, signature: string, key: string): boolean {
  try {
    return isSigned(text(), signature, key);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Is it the page of the account on this server? */
function isPageOf(page: string | null, origin: string, userId: string): boolean {
  const url = URL.parse(page ?? '');
  if (!url || !isSame(url.href, origin)) return false;
  const path = withoutSubPath(url.pathname, subPathOf(origin)).toLowerCase().replace(/\/$/, '');
  const id = userId.toLowerCase();
  return path === `/${id}` || path === `/profile/${id}`;
}

/**
 * What a head proves to this server; null without a signature that counts. A bundle of this very server
 * names accounts of it, so each importing account is itself. One of another server knows only whom its taker named as
 * themselves here while they were signed in there.
 * @param value `rondo.json` as it was sent
 */
export function provenHead(
  { own, others, origin }: Trust,
  value: unknown,
  { userId }: Pick<Identity, 'userId'>,
): ProvenHead | null {
  const parsed = BundleHeadSchema.safeParse(value);
  if (!parsed.success || !parsed.data.proof) return null;
  const head = parsed.data;
  const { proof } = parsed.data;
  const isOwn = proof.key === own.publicKey;
  const isTrusted = [...others].some(
    ([server, key]) => key === proof.key && isSame(server, head.origin),
  );
  if (!isOwn && !isTrusted) return null;
  const text = () => signedHead(value as BundleHead);
  if (!holds(text, proof.signature, proof.key)) return null;
  const { taker, goesTo } = proof;
  const isTaker = isOwn ? taker.account === userId : isPageOf(goesTo, origin(), userId);
  const account = isOwn ? userId : isTaker ? taker.account : null;
  return { head, proof, account, self: isTaker ? taker.name : null };
}

/** What a line proves. */
export interface ProvenLine {
  /** Was it signed with its bundle, so that its licence is what its maker chose? */
  readonly isProven: boolean;
  /** Did the importing account make it? */
  readonly isOwn: boolean;
}

const NOTHING: ProvenLine = { isProven: false, isOwn: false };

/**
 * What a line of a bundle proves.
 * @param line as it was sent, with its `proof`
 * @param hashes SHA-256 of the files that came with a loop: all of them must be those that were signed
 */
export function provenLine(
  { bundle, bundleKey, account }: Pick<ImportRow, 'bundle' | 'bundleKey' | 'account'>,
  kind: 'loop' | 'rifff',
  line: unknown,
  hashes: readonly string[] = [],
): ProvenLine {
  if (bundle === null || bundleKey === null || typeof line !== 'object' || line === null) {
    return NOTHING;
  }
  const parsed = LineProofSchema.safeParse((line as { proof?: unknown }).proof);
  if (!parsed.success) return NOTHING;
  const proof: LineProof = parsed.data;
  const text = () => signedLine(bundle, kind, line as Record<string, unknown>, proof);
  if (!holds(text, proof.signature, bundleKey)) return NOTHING;
  const signed: readonly unknown[] = Object.values(proof.sound ?? {});
  if (!hashes.every((hash) => signed.includes(hash))) return NOTHING;
  return { isProven: true, isOwn: account !== null && proof.account === account };
}
