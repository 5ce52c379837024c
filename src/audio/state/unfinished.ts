/**
 * Marks that something is being recorded on this device, so that a page can tell without opening a database whether
 * an earlier one went away in the middle.
 */

const PREFIX = 'rondo.recording.';

/** Says that a recording is under way, or that it is not any more. */
export function markRecording(id: string, isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(PREFIX + id, '1');
    else localStorage.removeItem(PREFIX + id);
  } catch {
    // Storage is refused: what was recorded is found when the recorder is next opened.
  }
}

/** Ids of what is being recorded on this device, or was when a page went away. */
export function unfinishedRecordings(): string[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    return keys.map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}
