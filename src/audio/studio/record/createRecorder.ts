/** The recorder: what panels ask, over the source, the capture, the passes and the takes. */
import { PREVIEW_DELAY_MS, SAMPLE_RATE_HZ } from '../../../data/contract/constants.ts';
import { clampTakeBars } from '../../../data/rules/recording/takes.ts';
import { createLocalLoop } from '../../loading/localLoop.ts';
import { patchRecording, recording } from '../../state/recording.ts';
import type { StudioHost } from '../host.ts';
import type { PlayClock } from '../play/playClock.ts';
import { BURSTS, findBursts, playBursts } from './calibrate.ts';
import { InputWatch } from './input.ts';
import { KeptTakes } from './keptTakes.ts';
import { PreviewRun } from './preview.ts';
import type { Recorder, RecordPlace } from './Recorder.ts';
import { RecordRun } from './recordRun.ts';
import { recoverJournals } from './recoverJournals.ts';
import { SourceOpener } from './sourceOpener.ts';
import { takeForLoop } from './takeLoop.ts';

const NOT_HEARD =
  'The bursts were not heard. Turn the loudspeaker up, hold the microphone to it (or connect output to input by a cable), and try again.';
const STOP_FIRST = 'Stop the music first: the bursts must be heard alone.';
const BLOCK_SLACK_FRAMES = 4096;
const LEAVE_MS = 300;

/**
 * Opens the recorder of a studio. Nothing is asked for or listened to until it is used.
 * @param clock musical time of the rifff, or of the instruments while no rifff plays
 */
export function createRecorder(host: StudioHost, clock: PlayClock): Recorder {
  const opener = new SourceOpener(host);
  const keptTakes = new KeptTakes();
  const place: { current: RecordPlace } = { current: { rifffName: '', bps: 2, barLength: 16 } };
  const preview = new PreviewRun(host, clock, opener, keptTakes, PREVIEW_DELAY_MS);
  const run = new RecordRun(host, clock, opener, keptTakes, place);
  opener.onLost = () => run.breakOff();
  opener.onHeldUp = () => run.heldUp();

  async function calibrate(): Promise<void> {
    const refuse = (refusal: string, heard = 0) =>
      patchRecording({
        calibration: { status: 'refused', heard, played: BURSTS, spreadMs: 0, refusal },
      });
    if (clock.isRunning || recording.phase !== 'off') return refuse(STOP_FIRST);
    preview.stop();
    if (!(await opener.open())) return refuse(recording.message ?? 'There is no input.');
    const { audio, capture } = opener.setup!;
    const release = host.hold();
    const blank = { heard: 0, played: BURSTS, spreadMs: 0, refusal: null };
    patchRecording({ calibration: { status: 'running', ...blank } });
    try {
      opener.measure(true);
      const bursts = playBursts(audio.context, audio.output);
      await capture.reached(bursts.endFrame + BLOCK_SLACK_FRAMES);
      const { frames, heard, spreadFrames } = await findBursts(bursts, (from, count) => {
        const [left, right] = capture.ring.read(from, count);
        return left.map((x, n) => x + right[n]!);
      });
      if (frames === null) return refuse(NOT_HEARD, heard);
      opener.latency.measured(frames);
      patchRecording({ isInputTimedOut: false });
      const spreadMs = Math.round((spreadFrames * 10_000) / SAMPLE_RATE_HZ) / 10;
      patchRecording({ calibration: { ...blank, status: 'done', heard, spreadMs } });
    } catch (cause) {
      console.error('The latency could not be measured', cause);
      refuse(recording.message ?? 'The latency could not be measured.');
    } finally {
      opener.measure(false);
      release();
      watch.look();
    }
  }

  let users = 0;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const isBusy = () => recording.phase !== 'off' || recording.calibration.status === 'running';
  const watch = new InputWatch({
    isOpen: () => opener.hasInput,
    isUsed: isBusy,
    onUnused() {
      console.warn('The input was closed: nothing was recorded, and its panel was out of sight');
      opener.closeInput();
      patchRecording({ isInputTimedOut: true });
    },
  });
  /** The capture takes the instruments only while a panel shows them, or they are recorded. */
  const settle = () => {
    if (users === 0 && !isBusy() && recording.source === 'instruments') opener.rest();
    watch.look();
  };
  run.onEnd = settle;
  opener.onInput = () => watch.look();
  /** Presses for the input so far: one after the editor was left keeps it open. */
  let presses = 0;
  keptTakes.onChanged = () => {
    if (recording.previewId && !keptTakes.find(recording.previewId)) preview.stop();
  };

  let restoring: Promise<void> | null = null;
  async function restore(): Promise<void> {
    await keptTakes.restore();
    const recovered = await recoverJournals(keptTakes);
    if (recovered > 0) patchRecording({ recovered });
  }

  return {
    restore() {
      restoring ??= restore();
      return restoring;
    },
    setPlace(next) {
      place.current = next;
    },
    async toggle() {
      if (recording.calibration.status === 'running') return;
      presses += 1;
      preview.stop();
      await run.toggle();
      settle();
    },
    async stop() {
      await run.finished();
      settle();
    },
    async keepThat() {
      const isKept = await run.keepThat();
      if (isKept) watch.used();
      return isKept;
    },
    open() {
      presses += 1;
      return opener.open();
    },
    closeInput() {
      if (!isBusy()) opener.closeInput();
    },
    async leave() {
      const before = presses;
      preview.stop();
      patchRecording({ isInputTimedOut: false });
      await run.finished();
      if (presses === before) opener.closeInput();
      settle();
    },
    use(shows = 'input') {
      users += 1;
      clearTimeout(leaving);
      const gone = shows === 'input' ? watch.show() : () => undefined;
      return () => {
        users -= 1;
        gone();
        // Between two panels there is no user for a moment.
        if (users > 0) return;
        leaving = setTimeout(() => {
          preview.stop();
          settle();
        }, LEAVE_MS);
      };
    },
    async setSource(source) {
      if (isBusy() || recording.source === source) return;
      const wasOpen = opener.isOpen;
      opener.rest();
      patchRecording({ source, message: null });
      opener.latency.setAside(source === 'instruments');
      if (wasOpen || source === 'instruments') await opener.open();
    },
    async setDevice(deviceId) {
      if (isBusy() || recording.deviceId === deviceId) return;
      opener.closeInput();
      patchRecording({ deviceId });
      await opener.open();
    },
    setMonitoring(isOn) {
      patchRecording({ monitoringEnabled: isOn });
      opener.monitor();
    },
    setCountIn: (isOn) => patchRecording({ hasCountIn: isOn }),
    setMetronome(isOn) {
      patchRecording({ hasMetronome: isOn });
      run.click();
    },
    setTakeLength: (bars) => patchRecording({ takeLengthInBars: clampTakeBars(bars) }),
    forgetTimeOut: () => patchRecording({ isInputTimedOut: false }),
    forgetClip: () => patchRecording({ isClipped: false }),
    dismissMessage: () => patchRecording({ message: null }),
    setLatencyNudge: (ms) => opener.latency.nudge(ms),
    calibrate,
    select(index) {
      const isThere = index >= 0 && index < recording.takes.length;
      patchRecording({ selectedTake: isThere ? index : -1 });
    },
    async preview(index) {
      const take = recording.takes[index];
      if (!take) return;
      if (recording.recordingEnabled) await run.toggle();
      await preview.toggle(take.id, index);
    },
    stopPreview: () => preview.stop(),
    editTake(id, edit) {
      keptTakes.edit(id, edit);
      preview.renew(id);
    },
    removeTake(id) {
      if (recording.previewId === id) preview.stop();
      void keptTakes.remove(id);
    },
    restoreTake: () => void keptTakes.putBack(),
    clear() {
      preview.stop();
      void keptTakes.clear();
    },
    async makeLoop(id, userName) {
      const take = keptTakes.find(id);
      if (!take) throw new Error('This take is gone');
      const samples = takeForLoop(take, await keptTakes.soundOf(id));
      const { name, category, bps, barLength, keptBars } = take;
      const length16ths = keptBars * barLength;
      return createLocalLoop(samples, { name, category, bps, barLength, length16ths, userName });
    },
  };
}
