import { defineModule } from '../../kernel/module.ts';
import { audit } from '../audit/module.ts';
import { jams } from '../jams/module.ts';
import { people } from '../people/module.ts';
import { createSoundDecoder } from '../uploads/decodeSound.ts';
import { uploads } from '../uploads/module.ts';
import { createPictureMaker } from '../uploads/pictures.ts';
import { blocksService } from './blocks.ts';
import { answerFigures, measureAnswers } from './figures.ts';
import { noticesService } from './notices.ts';
import { exportOwned, REMOVAL_STEPS } from './ownership.ts';
import { chatRoutes } from './routes.ts';
import { chatService } from './service.ts';

/** What people say in jams, whom they block and what they were told. */
export const chat = defineModule({
  name: 'chat',
  needs: { audit, jams, people, uploads },
  ownership: { exportOwned, removal: { stage: 'said', steps: REMOVAL_STEPS } },
  open({ settings, database, blobs, announcer, childJobs, registry, publicUrl }, { uploads }) {
    const { folder } = uploads;
    const decoder = createSoundDecoder(childJobs);
    const pictures = createPictureMaker(childJobs);
    const rules = settings.accounts;
    const files = { decoder, pictures, folder, rules };
    const chat = chatService({ database, blobs, announcer, publicUrl, ...files });
    const figures = answerFigures(database.queries);
    measureAnswers(registry, figures);
    const blocks = blocksService({ database, announcer });
    const notices = noticesService({ database, publicUrl });
    return {
      routes: (app) => void app.register(chatRoutes, { chat, blocks, notices, figures, folder }),
    };
  },
});
