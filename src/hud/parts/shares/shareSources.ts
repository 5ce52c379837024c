import type { ShareSource } from '../../../data/contract/sharing.ts';

/** What rifffs were made with, as the address of the feed names it. */
export const SHARE_SOURCES = [
  { value: '', title: 'Everything', source: undefined },
  { value: 'missions', title: 'From missions', source: 'beat_machine_mission' },
  { value: 'explorer', title: 'From the sound explorer', source: 'beat_machine_sound_explorer' },
] as const satisfies readonly { value: string; title: string; source: ShareSource | undefined }[];
