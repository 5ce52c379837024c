/** Makes the pictures of the crowd beside the page, so that no frame does. */
import { type MadePicture, type PictureCall, PictureMaker } from './pictureMaker.ts';

const maker = new PictureMaker();
const scope = self as unknown as {
  onmessage: ((event: MessageEvent<PictureCall>) => void) | null;
  postMessage(made: MadePicture, transfer: Transferable[]): void;
};

scope.onmessage = ({ data }) => {
  if (typeof data !== 'number') {
    maker.take(data);
    return;
  }
  const made = maker.make(data);
  scope.postMessage(made, [made.texels.buffer, made.parts.buffer] as ArrayBuffer[]);
};
