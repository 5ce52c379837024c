import type { PlaylistEntry } from '../../data/rules/playlist/entry.ts';

/** A track for as long as it is its turn: a media element, which fetches what it plays bit by bit. */
export class TrackTurn {
  private readonly sound = new Audio();
  private left: number;
  private readonly entry: PlaylistEntry;
  private readonly level: number;

  /**
   * @param level linear gain
   * @param onEnd told when its repetitions are over, with an error where it cannot be played
   */
  constructor(entry: PlaylistEntry, level: number, onEnd: (error?: unknown) => void) {
    this.entry = entry;
    this.level = level;
    this.left = entry.repetitions;
    const { sound } = this;
    sound.volume = level;
    sound.src = entry.track!.url;
    sound.onended = () => {
      this.left -= 1;
      if (this.left > 0) void sound.play().catch(onEnd);
      else onEnd();
    };
    sound.onerror = () => onEnd(sound.error ?? new Error('It cannot be played'));
  }

  /** Plays or goes on. @throws DOMException where the browser does not let it */
  play(): Promise<void> {
    return this.sound.play();
  }

  pause(): void {
    this.sound.pause();
  }

  /** Share of its time that has gone by, repetitions counted. */
  get share(): number {
    const { durationSeconds, repetitions } = this.entry;
    const once = durationSeconds / repetitions;
    return Math.min(
      1,
      ((repetitions - this.left) * once + this.sound.currentTime) / durationSeconds,
    );
  }

  /** Lowers it in its last bars. */
  tick(): void {
    const { fadeOutFrames, durationFrames } = this.entry;
    if (fadeOutFrames <= 0) return;
    const into = (this.share * durationFrames - (durationFrames - fadeOutFrames)) / fadeOutFrames;
    const x = Math.min(1, Math.max(0, into));
    this.sound.volume = this.level * Math.cos((Math.PI / 2) * x);
  }

  dispose(): void {
    this.sound.onended = null;
    this.sound.onerror = null;
    this.sound.pause();
    this.sound.removeAttribute('src');
    this.sound.load();
  }
}
