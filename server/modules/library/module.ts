import { defineModule } from '../../kernel/module.ts';
import { grants } from '../grants/module.ts';
import { libraryRoutes } from './routes.ts';
import { libraryService } from './service.ts';

/** The loops and rifffs that come with the server. */
export const library = defineModule({
  name: 'library',
  needs: { grants },
  open({ database, publicUrl }) {
    const library = libraryService({ database, publicUrl });
    return { offers: library, routes: (app) => libraryRoutes(app, library) };
  },
});
