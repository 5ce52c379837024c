import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { MAX_IMAGE_BYTES, MAX_IMAGES } from '../../../src/data/contract/chat.ts';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { MAX_SOUND_BYTES } from '../../../src/data/contract/uploads.ts';
import { formRoute, route } from '../../plugins/route.ts';
import type { BlocksService } from './blocks.ts';
import type { AnswerFigures } from './figures.ts';
import { type FormRules, withMessageForm } from './form.ts';
import type { NoticesService } from './notices.ts';
import type { ChatService } from './service.ts';

export interface ChatRoutes {
  readonly chat: ChatService;
  readonly blocks: BlocksService;
  readonly notices: NoticesService;
  readonly figures: () => Promise<AnswerFigures>;
  /** Files lie here while they are received and checked. */
  readonly folder: string;
}

/** The calls that take files: forms are read here. */
function fileRoutes(app: FastifyInstance, { chat, folder }: ChatRoutes): void {
  const forms = {
    image: { field: 'image', most: MAX_IMAGES, maxBytes: MAX_IMAGE_BYTES, folder },
    voice: { field: 'file', most: 1, maxBytes: MAX_SOUND_BYTES, folder },
  } satisfies Record<string, FormRules>;
  formRoute(app, ENDPOINTS.postImages, async ({ identity, params, request, lengthBytes }) => {
    const jam = await chat.beforeFiles(identity, params.id, lengthBytes);
    return withMessageForm(request, forms.image, (form) => chat.images(identity, jam, form));
  });
  formRoute(app, ENDPOINTS.postVoice, async ({ identity, params, request, lengthBytes }) => {
    const jam = await chat.beforeFiles(identity, params.id, lengthBytes);
    return withMessageForm(request, forms.voice, (form) => chat.voice(identity, jam, form));
  });
}

/** The calls of chat, blocks and notices, in a scope of their own. */
export async function chatRoutes(app: FastifyInstance, routes: ChatRoutes): Promise<void> {
  const { chat, blocks, notices, figures } = routes;
  await app.register(multipart, {
    limits: {
      files: MAX_IMAGES + 1,
      fields: 4,
      parts: MAX_IMAGES + 5,
      headerPairs: 50,
      fieldSize: 16 * 1024,
      fieldNameSize: 100,
      fileSize: MAX_SOUND_BYTES + 1,
    },
    throwFileSizeLimit: false,
  });
  fileRoutes(app, routes);
  route(app, ENDPOINTS.chat, ({ identity, params, query }) =>
    chat.feed(identity, params.id, query),
  );
  route(app, ENDPOINTS.postMessage, ({ identity, params, body }) =>
    chat.message(identity, params.id, body),
  );
  route(app, ENDPOINTS.reply, ({ identity, params, body }) => chat.reply(identity, params, body));
  route(app, ENDPOINTS.react, ({ identity, params, body }) =>
    chat.react(identity, params, body.reaction),
  );
  route(app, ENDPOINTS.unreact, ({ identity, params }) => chat.unreact(identity, params));
  route(app, ENDPOINTS.removeMessage, ({ identity, params }) => chat.remove(identity, params));
  route(app, ENDPOINTS.reportMessage, ({ identity, params, body }) =>
    chat.report(identity, params, body.reason),
  );
  route(app, ENDPOINTS.blocks, ({ identity }) => blocks.list(identity));
  route(app, ENDPOINTS.block, ({ identity, params }) => blocks.block(identity, params.userId));
  route(app, ENDPOINTS.unblock, ({ identity, params }) => blocks.unblock(identity, params.userId));
  route(app, ENDPOINTS.notices, ({ identity, query }) => notices.list(identity, query));
  route(app, ENDPOINTS.readNotices, ({ identity, body }) => notices.read(identity, body.until));
  route(app, ENDPOINTS.answerFigures, () => figures());
}
