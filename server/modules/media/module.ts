import { defineModule } from '../../kernel/module.ts';
import { grants } from '../grants/module.ts';
import { jams } from '../jams/module.ts';
import { mediaRoutes } from './routes.ts';

/** Sound and pictures of any module: who may have them, and how they are sent. */
export const media = defineModule({
  name: 'media',
  needs: { grants, jams },
  open: ({ database, blobs }) => ({
    routes: (app) => void app.register(mediaRoutes, { database, blobs }),
  }),
});
