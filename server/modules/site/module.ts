import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { defineModule } from '../../kernel/module.ts';
import { route } from '../../plugins/route.ts';
import { operations } from '../operations/module.ts';
import { previews } from '../previews/module.ts';
import { markComingSoon, markHiddenPasswords, siteService } from './service.ts';

/** What the operator decided is for everyone. */
export const site = defineModule({
  name: 'site',
  needs: { operations, previews },
  open: ({ settings }, { operations, previews }) => ({
    pageFor: markComingSoon(
      settings.site.isComingSoon,
      markHiddenPasswords(settings.providers.hidesPasswords, previews.pageFor),
    ),
    routes(app) {
      const site = siteService(settings, operations.present);
      route(app, ENDPOINTS.site, () => site.site());
      route(app, ENDPOINTS.downloadMacOs, () => site.downloadMacOs());
      route(app, ENDPOINTS.latestDesktop, () => site.latestDesktop());
    },
  }),
});
