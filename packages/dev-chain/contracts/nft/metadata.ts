import * as z from 'zod';
import { text } from '../arguments.ts';

/** What NEP-177 says of a contract. */
export const contractMetadata = z
  .object({
    spec: z.string(),
    name: z.string(),
    symbol: z.string(),
    icon: text,
    base_uri: text,
    reference: text,
    reference_hash: text,
  })
  .transform((given) => ({
    spec: given.spec,
    name: given.name,
    symbol: given.symbol,
    icon: given.icon ?? null,
    base_uri: given.base_uri ?? null,
    reference: given.reference ?? null,
    reference_hash: given.reference_hash ?? null,
  }));
export type ContractMetadata = z.output<typeof contractMetadata>;

export const DEFAULT_METADATA: ContractMetadata = {
  spec: 'nft-1.0.0',
  name: 'Rondo rifffs',
  symbol: 'RIFFF',
  icon: null,
  base_uri: null,
  reference: null,
  reference_hash: null,
};

/** Contracts differ in whether a time is text or milliseconds. */
const time = z.union([z.string(), z.int().min(0)]).nullish();
const hash = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/, 'must be SHA-256 in base64')
  .nullish();

/** What NEP-177 says of a token; all twelve keys are there afterwards. */
export const tokenMetadata = z
  .object({
    title: text,
    description: text,
    media: text,
    media_hash: hash,
    copies: z.int().min(0).nullish(),
    issued_at: time,
    expires_at: time,
    starts_at: time,
    updated_at: time,
    extra: text,
    reference: text,
    reference_hash: hash,
  })
  .refine((given) => !given.media || given.media_hash, 'media needs media_hash')
  .refine((given) => !given.reference || given.reference_hash, 'reference needs reference_hash')
  .transform((given) => ({
    title: given.title ?? null,
    description: given.description ?? null,
    media: given.media ?? null,
    media_hash: given.media_hash ?? null,
    copies: given.copies ?? null,
    issued_at: given.issued_at ?? null,
    expires_at: given.expires_at ?? null,
    starts_at: given.starts_at ?? null,
    updated_at: given.updated_at ?? null,
    extra: given.extra ?? null,
    reference: given.reference ?? null,
    reference_hash: given.reference_hash ?? null,
  }));
export type Metadata = z.output<typeof tokenMetadata>;
