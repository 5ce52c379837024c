import { defineModule } from '../../kernel/module.ts';
import { accounts } from '../accounts/module.ts';
import { createFields } from '../arcade/fields.ts';
import { arcade } from '../arcade/module.ts';
import { feed } from '../feed/module.ts';
import { jams } from '../jams/module.ts';
import { library } from '../library/module.ts';
import { market } from '../market/module.ts';
import { playlists } from '../playlists/module.ts';
import { searchIndex } from '../searchIndex/module.ts';
import { starter } from '../starter/module.ts';
import { closeShop, daysJob, demoDays } from './days.ts';
import { openShop } from './shop.ts';

/** Demo content of today; switched off, what it has on sale goes off the chain. */
export const demo = defineModule({
  name: 'demo',
  needs: { accounts, arcade, feed, jams, library, market, playlists, searchIndex, starter },
  open({ database, publicUrl, settings }, { market }) {
    const devnet = market?.devnet;
    const shop = market && devnet && openShop({ ...market, devnet });
    if (!settings.demo) return { routes: (app) => closeShop(app, shop) };
    const fields = createFields(database, publicUrl);
    const days = daysJob(demoDays({ database, publicUrl, shop, fields }));
    return {
      jobs: [days],
      // The content itself is there by then.
      routes: (app) => void app.addHook('onListen', async () => days.wake()),
    };
  },
});
