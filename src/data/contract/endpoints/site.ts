import * as z from 'zod';
import { type Endpoint, SITE_CALLS } from '../calls.ts';
import { BuildQuerySchema, DesktopBuildSchema, SiteSchema } from '../site.ts';

export const SITE_ENDPOINTS = {
  site: {
    ...SITE_CALLS.site,
    isForPupils: true,
    summary: 'What the operator of this server decided',
    until: 'maintenance',
    data: SiteSchema,
    errors: [],
  },
  downloadMacOs: {
    ...SITE_CALLS.downloadMacOs,
    summary: 'Address of the macOS app; not found while there is none',
    query: BuildQuerySchema,
    data: z.object({ url: z.string() }),
    isFlat: true,
    errors: ['bad_request', 'not_found'],
  },
  latestDesktop: {
    ...SITE_CALLS.latestDesktop,
    summary: 'Desktop apps that this server offers; the list may be empty',
    data: z.object({ builds: z.array(DesktopBuildSchema) }),
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
