import page from '../../hud/parts/Page.module.css';
import narrow from '../../hud/studio/narrow/Narrow.module.css';
import rings from '../../hud/studio/rings/Rings.module.css';
import wide from '../../hud/studio/surface/Surface.module.css';
import transport from '../../hud/studio/transport/Transport.module.css';
import buttons from '../../hud/system/Button.module.css';
import { Button, buttonClass, IconButton } from '../../hud/system/Button.tsx';
import { Icon, type IconName } from '../../hud/system/Icon.tsx';
import { Spinner } from '../../hud/system/Loading.tsx';
import { FirstTap } from './FirstPaint.tsx';

interface FirstButtonProps {
  command: string;
  label: string;
  icon: IconName;
  look: string;
  iconPx: number;
}

/** A round button whose command waits for the editor. */
function FirstButton({ command, label, icon, look, iconPx }: FirstButtonProps) {
  return (
    <span className={look}>
      <FirstTap wish={`command:${command}`} label={label} waiting={<Spinner size={iconPx} />}>
        <Icon name={icon} size={iconPx} />
      </FirstTap>
    </span>
  );
}

const CORNERS = [rings.topLeft, rings.topRight, rings.bottomLeft, rings.bottomRight];

/** Where the rings will be. Whether the device has a draft is not known yet. */
function FirstStage({ hasCropMarks = false }: { hasCropMarks?: boolean }) {
  return (
    <div className={rings.stage}>
      <div className={rings.sheet}>
        <span className="first-circle" />
        {hasCropMarks &&
          CORNERS.map((corner) => <span key={corner} className={`${rings.ringsMark} ${corner}`} />)}
        <FirstButton
          command="editor.pool"
          label="Choose a loop"
          icon="plus"
          look={buttonClass('xl', 'filled', buttons.iconOnly, rings.plus)}
          iconPx={24}
        />
      </div>
    </div>
  );
}

function FirstWide() {
  return (
    <div className={`${wide.surface} first-wide`}>
      <div className={wide.columns} data-left="" data-right="">
        <div className={wide.side} />
        <div className={page.middleColumn}>
          <header className={rings.state}>
            <div className="min0">
              <div className={rings.titleLine}>
                <h1 className="t24">Draft</h1>
              </div>
              <p className={`t15 muted ${rings.sub} truncate`}>looking for your draft</p>
            </div>
          </header>
          <div className={`growParts ${wide.rings}`}>
            <FirstStage hasCropMarks />
          </div>
        </div>
        <div className={wide.side} />
      </div>
      <section className={transport.transport} aria-label="Transport">
        <IconButton icon="play" label="Play" size="2xl" variant="filled" disabled />
        <span className={transport.ruler} />
        <div className="row gap8">
          <span className="first-roomy">
            <FirstButton
              command="editor.surprise"
              label="Surprise me"
              icon="dice"
              look={buttonClass('md', 'outlined', buttons.iconOnly, 'first-button')}
              iconPx={20}
            />
          </span>
          <Button icon="record" size="xl" disabled>
            Record
          </Button>
          <Button size="xl" variant="filled" className={transport.commit} disabled>
            Commit
          </Button>
        </div>
      </section>
    </div>
  );
}

function FirstNarrow() {
  return (
    <div className={`${narrow.editor} first-narrow`}>
      <div className={`growParts ${narrow.rings}`}>
        <FirstStage />
      </div>
      <div className={narrow.controls} />
      <section className={narrow.bar} aria-label="Transport">
        <div className={narrow.barButtons}>
          <FirstButton
            command="editor.pool"
            label="Add a loop"
            icon="plus"
            look={buttonClass('lg', 'outlined', buttons.iconOnly, 'first-button')}
            iconPx={22}
          />
          <IconButton icon="record" label="Record" size="lg" variant="outlined" disabled />
          <IconButton icon="play" label="Play" size="2xl" variant="filled" disabled />
          <IconButton icon="loop" label="Loop" size="lg" variant="outlined" disabled />
          <IconButton icon="sliders" label="Mixer" size="lg" variant="outlined" disabled />
        </div>
      </section>
    </div>
  );
}

/** The draft in the header of a narrow window. */
export function FirstDraft() {
  return (
    <div className="fill first-narrow">
      <h1 className={`${narrow.title} truncate`}>Draft</h1>
      <p className={`${narrow.sub} truncate`} />
    </div>
  );
}

/** `/jam` before its code has come: the sheet without its rings, and what begins with a tap. */
export function FirstEditor() {
  return (
    <>
      <FirstWide />
      <FirstNarrow />
    </>
  );
}
