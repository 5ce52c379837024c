import { defineModule } from '../../kernel/module.ts';
import { previews } from '../previews/module.ts';
import { siteRoutes } from './routes.ts';
import { markComingSoon, siteService } from './service.ts';

/** What the operator decided is for everyone. */
export const site = defineModule({
  name: 'site',
  needs: { previews },
  open: ({ settings }, { previews }) => ({
    pageFor: markComingSoon(settings.site.isComingSoon, previews.pageFor),
    routes: (app) => siteRoutes(app, siteService(settings)),
  }),
});
