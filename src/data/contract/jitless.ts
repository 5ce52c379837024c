/**
 * Schemas that check without compiling themselves, which the policy of our pages forbids: zod would try it once
 * and every visit would report a violation. Import this before any schema that a page uses; the server does not.
 */
import { config } from 'zod';

config({ jitless: true });
