/** The texts that are signed in a bundle (`docs/bundle.md`). Pure; keys and signatures are the server's. */
import type { BundleHead, LineProof } from '../../contract/bundle.ts';
import { canonicalJson } from '../oneOrder.ts';

/** The text of a head: all of it but the signature itself. */
export function signedHead({ proof, ...head }: BundleHead): string {
  const { signature: _, ...said } = proof ?? { signature: '' };
  return canonicalJson(['rondo-bundle', 'head', { ...head, proof: said }]);
}

/**
 * The text of a line. `loops` of a rifff are not in it: they say what removed loops were, and nothing about rights.
 * @param bundle `proof.bundle` of the head that it stands behind
 */
export function signedLine(
  bundle: string,
  kind: 'loop' | 'rifff',
  line: Readonly<Record<string, unknown>>,
  { account, sound }: Omit<LineProof, 'signature'>,
): string {
  const { proof: _, loops: __, ...doc } = line;
  return canonicalJson(['rondo-bundle', bundle, kind, doc, account, sound ?? null]);
}
