import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { ChildJobs } from '../../plugins/childJobs.ts';
import type { LiveAnnouncer } from '../../ports/fanOut/rooms.ts';
import type { Settings } from '../../settings.ts';
import type { Stores } from '../media/content.ts';
import { createSoundDecoder } from '../uploads/decodeSound.ts';
import { openUploadFolder } from '../uploads/form.ts';
import { createPictureMaker } from '../uploads/pictures.ts';
import { blocksService } from './blocks.ts';
import { answerFigures, measureAnswers } from './figures.ts';
import { noticesService } from './notices.ts';
import { chatRoutes } from './routes.ts';
import { type ChatContext, chatService } from './service.ts';

export interface ChatParts extends Stores, Pick<ChatContext, 'noteDeed'> {
  readonly settings: Settings;
  readonly jobs: ChildJobs;
  readonly announcer: LiveAnnouncer;
  /** Where the figures of answers are measured. */
  readonly registry: Registry;
}

/** Chat, blocks and notices with all that they need. */
export async function installChat(
  app: FastifyInstance,
  { settings, jobs, registry, ...shared }: ChatParts,
): Promise<void> {
  const { publicUrl, dataFolder, accounts: rules } = settings;
  const { database } = shared;
  const folder = await openUploadFolder(dataFolder);
  const files = { decoder: createSoundDecoder(jobs), pictures: createPictureMaker(jobs), folder };
  const chat = chatService({ ...shared, ...files, rules, publicUrl });
  const figures = answerFigures(database.queries);
  measureAnswers(registry, figures);
  const services = {
    blocks: blocksService({ database, announcer: shared.announcer }),
    notices: noticesService({ database, publicUrl }),
  };
  await app.register(chatRoutes, { chat, ...services, figures, folder });
}
