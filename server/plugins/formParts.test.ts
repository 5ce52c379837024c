import multipart from '@fastify/multipart';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { formError, installErrors } from './errors.ts';
import { formParts } from './formParts.ts';

const BOUNDARY = 'b0undary';
const part = (name: string, body = 'x') =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${body}\r\n`;
const file = part('file"; filename="a.ogg', 'y'.repeat(300_000));
const END = `--${BOUNDARY}--\r\n`;

it('gives the parser no more of a form that has too many parts, and answers', async () => {
  const app = fastify({ forceCloseConnections: true });
  let parsed = 0;
  let boundaries = 0;
  await app.register(multipart, { limits: { parts: 10 } });
  installErrors(app, undefined);
  app.post('/', async (request) => {
    parsed = 0;
    boundaries = 0;
    const { raw } = request;
    const pipe = raw.pipe.bind(raw);
    raw.pipe = (parser, options) => {
      const write = parser.write.bind(parser) as (...given: unknown[]) => boolean;
      parser.write = (chunk: Uint8Array | string, ...rest: unknown[]) => {
        parsed += chunk.length;
        boundaries += String(chunk).split(BOUNDARY).length - 1;
        return write(chunk, ...rest);
      };
      return pipe(parser, options);
    };
    const names: string[] = [];
    try {
      for await (const one of formParts(request)) {
        if (one.type === 'file') for await (const _ of one.file);
        if (one.fieldname === 'odd') throw new Error('odd');
        names.push(one.fieldname);
      }
    } catch (error) {
      throw formError(error);
    }
    return names;
  });
  const url = await app.listen({ port: 0 });
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  const send = async (body: string) => {
    const answer = await fetch(url, { method: 'POST', headers, body });
    return { status: answer.status, body: (await answer.json()) as { message: string } };
  };
  const many = { status: 413, body: { message: 'The form has too many parts' } };
  const empty = `--${BOUNDARY}\r\n\r\n`.repeat(200_000);
  for (const body of [empty, file + empty, part('a').repeat(50_000) + END]) {
    expect(await send(body)).toMatchObject(many);
    expect(parsed).toBeLessThan(600_000);
    expect(boundaries).toBeLessThan(70);
  }
  expect((await send(part('odd') + file.repeat(10) + END)).status).toBe(400);
  expect(parsed).toBeLessThan(600_000);
  expect(await send(part('a') + file + part('b') + END)).toEqual({
    ...{ status: 200, body: ['a', 'file', 'b'] },
  });
  await app.close();
});
