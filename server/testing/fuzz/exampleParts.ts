import { flacOf, LOOP_FRAMES, oggOf, tone } from '../sounds.ts';
import { type FormPart, PIXEL, wholeForm } from './forms.ts';
import { freshRifff, type Member, type World } from './world.ts';

/** The parts of a request. */
export interface RequestParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly form?: readonly FormPart[];
  /** A form as programs send it (`application/x-www-form-urlencoded`), in place of `body`. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Makes a request that should succeed for a member. */
export type Example = (world: World, role: Member) => Promise<RequestParts>;

export const ofJam: Example = async (world, role) => ({
  params: { id: world.account(role).userId },
});
export const picture: readonly FormPart[] = [
  { name: 'group', value: 'avatars' },
  { name: 'image', value: PIXEL, fileName: 'me.png' },
];
export async function sendForm(
  world: World,
  role: Member,
  url: string,
  parts: readonly FormPart[],
) {
  const { payload, contentType = '' } = wholeForm(parts);
  const headers = { ...world.headers(role), 'content-type': contentType };
  const answer = await world.server.app.inject({ method: 'POST', url, headers, payload });
  if (answer.statusCode !== 200) throw new Error(answer.body);
}

export const ofRifff: Example = async (world, role) => ({
  params: { id: world.account(role).userId, rifffId: await freshRifff(world, role) },
});

export const ogg = await oggOf(tone(LOOP_FRAMES));
export const flac = await flacOf(tone(LOOP_FRAMES));
export const sound = (name: string, value: Buffer): FormPart => ({
  name,
  value,
  fileName: 'a.ogg',
});
export const metadata = (value: object): FormPart => ({
  name: 'metadata',
  value: JSON.stringify(value),
});
