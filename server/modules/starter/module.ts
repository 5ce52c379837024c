import { defineModule } from '../../kernel/module.ts';
import { library } from '../library/module.ts';
import { searchIndex } from '../searchIndex/module.ts';

/** The content that comes with a new server. */
export const starter = defineModule({
  name: 'starter',
  needs: { library, searchIndex },
});
