/** A fault that can be planted: where it stands, what is there and what stands there instead. */
export interface Fault {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** Which tests are asked: those in Node, if nothing is said. */
  readonly project?: 'browser' | 'sound';
}

const inFolder =
  (folder: string, project?: Fault['project']) =>
  (file: string, from: string, to: string): Fault => ({
    file: `${folder}/${file}`,
    from,
    to,
    ...(project && { project }),
  });

const rules = inFolder('src/data/rules');
const server = inFolder('server');
const client = inFolder('src/data');
const drawing = inFolder('src/drawing');
const sound = inFolder('src/audio', 'sound');
const page = inFolder('src/hud', 'browser');

/** Small mistakes such as people make, across the product. Each `from` stands once in its file. */
export const FAULTS: readonly Fault[] = [
  rules(
    'time/timing.ts',
    'Math.max(1, Math.round((SAMPLE_RATE_HZ',
    'Math.max(1, Math.floor((SAMPLE_RATE_HZ',
  ),
  rules('time/timing.ts', 'return slot.loopBps ?? loop.bps;', 'return loop.bps;'),
  rules(
    'time/follow.ts',
    'transport.version < before.version',
    'transport.version <= before.version',
  ),
  rules('time/sharedClock.ts', 'receivedMs >= sentMs &&', 'receivedMs > sentMs + 5 &&'),
  rules(
    'time/midiClockIn.ts',
    'before.isRunning ? number + 1 : before.tick',
    'before.isRunning ? number : before.tick',
  ),
  rules(
    'draft/history.ts',
    'nowMs - history.changedMs < COALESCE_MS',
    'nowMs - history.changedMs < 2 * COALESCE_MS',
  ),
  rules('draft/merge.ts', 'others.length === 0) return rifff', 'others.length === 1) return rifff'),
  rules('gesture/gesture.ts', 'turn - 2 * Math.PI', 'turn - Math.PI'),
  rules(
    'recording/takes.ts',
    'return isLate && isHeld ? now : now + 1;',
    'return isLate ? now : now + 1;',
  ),
  rules('chart/points.ts', 'return a.created - b.created ||', 'return b.created - a.created ||'),
  rules('money/royalties.ts', 'Math.floor(exact)', 'Math.round(exact)'),
  rules('money/collectWindow.ts', 'nowMs < closesAt(createdMs)', 'nowMs <= closesAt(createdMs)'),
  rules('listening/queue.ts', 'filled.next.length < READY', 'filled.next.length <= READY'),
  rules('sharing/mayShare.ts', 'jam?.owner === userId', 'jam !== undefined'),
  server(
    'modules/auth/guesses.ts',
    '!isKnown && !(await isWithinLimit',
    'isKnown && !(await isWithinLimit',
  ),
  server('modules/uploads/quota.ts', 'if (isFull || used +', 'if (used +'),
  server(
    'modules/uploads/oggPackets.ts',
    'oggCrc(page.bytes) !== page.crc',
    'oggCrc(page.bytes) === -1',
  ),
  server(
    'modules/uploads/tracks.ts',
    'row.userId === userId && row.digest === digest',
    'row.digest === digest',
  ),
  server('modules/rooms/people.ts', 'created + days * DAY_MS', 'created + days * 2 * DAY_MS'),
  server('modules/rooms/joining.ts', 'if (code === undefined && !isOpen) throw noJam();', ''),
  server(
    'modules/media/access.ts',
    'if (isMaster && !(await isMasterFree',
    'if (isMaster && (await isMasterFree',
  ),
  server(
    'modules/jams/access.ts',
    "return role === 'guest' ? guestsMayAnswer : role !== null;",
    'return role !== null;',
  ),
  server('modules/jams/commitRepo.ts', "('rifffCount')} + 1`", "('rifffCount')} + 2`"),
  server('modules/jams/newRoom.ts', ')) < MOST_ROOMS', ')) <= MOST_ROOMS'),
  server(
    'modules/feed/service.ts',
    '!view || (view.isRemoved && !seesRemoved(reader, view))',
    '!view',
  ),
  server('modules/market/tokenState.ts', 'sale.ownerId === ownerId && ', ''),
  server('modules/market/makers.ts', '(counts.get(creatorId) ?? 0) + 1', '1'),
  server('modules/search/service.ts', 'skip, skip + limit', 'skip, skip + limit + 1'),
  server('plugins/limits.ts', 'if (row.count <= max) return;', 'if (row.count <= max + 1) return;'),
  server('plugins/limits.ts', "('limits.count')} + 1 end", "('limits.count')} + 2 end"),
  client(
    'outbox/queue.ts',
    'cause instanceof ApiError && isRefusal(cause)',
    'cause instanceof ApiError',
  ),
  {
    file: 'src/data/outbox/store.ts',
    from: 'a.queued - b.queued ||',
    to: 'b.queued - a.queued ||',
    project: 'browser',
  },
  drawing('history.ts', 'parent < 0 || parent >= place', 'parent < 0'),
  drawing('reach.ts', 'if (freePx <= 0) return 1;', 'if (freePx <= 0) return MOST_EDGE;'),
  drawing('strip.ts', 'while (count > 8 &&', 'while (count > 4 &&'),
  sound('looper/voice.ts', 'this.nextPass = index + 1;', 'this.nextPass = index + 2;'),
  sound('looper/looper.ts', 'this.bus.readyFrame) + FADE_FRAMES', 'this.bus.readyFrame)'),
  sound(
    'loading/decodeBytes.ts',
    'frames === null || buffer.length === frames',
    'frames === null || buffer.length >= frames',
  ),
  sound(
    'loading/byteCache.ts',
    'if (this.total + this.elsewhere <= this.budgetBytes) break;',
    'if (this.total <= this.budgetBytes) break;',
  ),
  sound(
    'player/slotPlans.ts',
    'return gone > 0 && come > 0 && gone !== come;',
    'return gone > 0 && come > 0;',
  ),
  page('kit/QueryList.tsx', 'source.isFetchNextPageError ||', 'source.isFetchingNextPage ||'),
  page('kit/QueryList.tsx', 'isEmpty ? !hasMore && empty : children', 'isEmpty ? empty : children'),
  page('kit/EntityForm.tsx', 'if (isSending.current) return;', ''),
  page('kit/EntityForm.tsx', 'if (keptAs) writeKept(keptAs, null);', ''),
  page('system/Slider.tsx', 'onValueCommit={([next]) => onValueCommit?.(next as number)}', ''),
  page('shell/NoticeBell.tsx', 'if (rifff && isAnswer) chooseRifff(rifff._id);', ''),
  page('parts/shares/Comments.tsx', "disabled={typed.trim() === ''}", "disabled={typed === ''}"),
  page('parts/rings/RingControls.tsx', 'isTabStop={ring.slot === focus.tabStop}', 'isTabStop'),
];
