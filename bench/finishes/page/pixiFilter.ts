/** A finish as a filter of Pixi, over what three has drawn in the same context. */
import {
  Container,
  defaultFilterVert,
  ExternalSource,
  Filter,
  GlProgram,
  Sprite,
  Texture,
  WebGLRenderer,
} from 'pixi.js';
import 'pixi.js/filters';
import { WebGLRenderTarget } from 'three';
import { FINISHES, type Finish } from './finishShaders.ts';
import { openRings } from './ours.ts';
import { OPTIONS } from './pixiOptions.ts';
import { finishOf, HEIGHT, type Way, WIDTH } from './way.ts';

/** A finish as a filter of Pixi over the picture that three has drawn, in one context. */
export async function filter(finish: Finish): Promise<Way> {
  const { canvas, renderer, context, draw } = openRings();
  const target = new WebGLRenderTarget(WIDTH, HEIGHT, { depthBuffer: false });
  renderer.initRenderTarget(target);
  const pixi = new WebGLRenderer<HTMLCanvasElement>();
  await pixi.init({ ...OPTIONS, canvas, context, clearBeforeRender: false });
  const { __webglTexture: resource } = renderer.properties.get(target.texture) as {
    __webglTexture: WebGLTexture;
  };
  const source = new ExternalSource({ resource, renderer: pixi, width: WIDTH, height: HEIGHT });
  const sprite = new Sprite(new Texture({ source }));
  const fragment = `in vec2 vTextureCoord;
out vec4 finalColor;
uniform sampler2D uTexture;
uniform highp vec4 uInputSize;
vec4 seen(vec2 at) { return texture(uTexture, at * uInputSize.zw); }
${FINISHES[finish]}
void main() { finalColor = finish(vTextureCoord * uInputSize.xy); }`;
  sprite.filters = [
    new Filter({
      glProgram: GlProgram.from({ vertex: defaultFilterVert, fragment }),
      resources: {},
    }),
  ];
  // Rows of a target of three lie upside down for Pixi.
  sprite.scale.y = -1;
  sprite.y = HEIGHT;
  const unpacking = [
    context.UNPACK_ROW_LENGTH,
    context.UNPACK_SKIP_PIXELS,
    context.UNPACK_SKIP_ROWS,
  ];
  const { state } = renderer;
  const stage = new Container({ children: [sprite] });
  return {
    canvas,
    look: 'print',
    isClear: false,
    draw(list) {
      renderer.resetState();
      // With its state three forgets how bytes are read, and would ask the driver each time: that waits for all it has to do.
      for (const name of unpacking) state.pixelStorei(name, 0);
      draw(list, target);
      renderer.setRenderTarget(null);
      pixi.resetState();
      context.clearColor(0, 0, 0, 0);
      pixi.render({ container: stage, clear: true });
    },
    finish: finishOf(context),
  };
}
