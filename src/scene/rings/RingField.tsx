/** Stub until the WebGL host is merged. */
export function RingField() {
  return null;
}
