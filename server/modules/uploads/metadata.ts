import type * as z from 'zod';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { type Loop, LoopSchema } from '../../../src/data/contract/loop.ts';
import { TrackMetadataSchema } from '../../../src/data/contract/uploads.ts';
import {
  type AuthoredLoop,
  authoredLoop,
  postedLoopFault,
} from '../../../src/data/rules/postedLoop.ts';
import { ValidationFailure, validateWith } from '../../plugins/validation.ts';
import { refuseOddJson } from '../../plugins/strictJson.ts';

/** Names that would reach into every object. */
const PROTOTYPE_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

function parseStrictly(text: string): unknown {
  refuseOddJson(text);
  return JSON.parse(text, (key, value) => {
    if (PROTOTYPE_NAMES.has(key))
      throw new ApiError('bad_request', 'metadata: has a forbidden name');
    return value;
  });
}

/** The document that stands in the form. @throws ValidationFailure of its fields */
function readMetadata<S extends z.ZodType>(schema: S, text: string | undefined): z.output<S> {
  if (text === undefined) throw new ValidationFailure({ metadata: 'Required' });
  let value: unknown;
  try {
    value = parseStrictly(text);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ValidationFailure({ metadata: 'must be valid JSON' });
  }
  return validateWith(schema, value, 'metadata');
}

/** The loop of an upload as its author made it. @throws ValidationFailure */
export function readLoop(text: string | undefined): AuthoredLoop {
  const loop: Loop = readMetadata(LoopSchema, text);
  const authored = authoredLoop(loop);
  const fault = postedLoopFault(authored);
  if (fault) throw new ValidationFailure({ [fault.field]: fault.reason });
  return authored;
}

/** The track of an upload. @throws ValidationFailure */
export function readTrack(text: string | undefined): z.output<typeof TrackMetadataSchema> {
  return readMetadata(TrackMetadataSchema, text);
}
