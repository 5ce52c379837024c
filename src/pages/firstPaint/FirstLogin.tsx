import frame from '../../hud/account/AccountFrame.module.css';
import { AccountFrame } from '../../hud/account/AccountFrame.tsx';
import { LOGIN_WORDS } from '../../hud/account/loginWords.ts';
import buttons from '../../hud/system/Button.module.css';
import { buttonClass } from '../../hud/system/Button.tsx';
import formStyles from '../../hud/system/Form.module.css';
import { Icon } from '../../hud/system/Icon.tsx';
import { Spinner } from '../../hud/system/Loading.tsx';
import { TextField } from '../../hud/system/TextField.tsx';
import { FirstTap } from './FirstPaint.tsx';

const { title, username, password, send, byDevice, register, forgotten } = LOGIN_WORDS;

function SendWords({ isWaiting = false }: { isWaiting?: boolean }) {
  return (
    <span className={buttons.label}>
      <span className={formStyles.inside}>
        {isWaiting && <Spinner size={18} />}
        {send}
      </span>
    </span>
  );
}

/**
 * `/login` before its code has come. The app takes over what is typed. This form itself sends nothing: no address ever
 * holds a password.
 */
export function FirstLogin() {
  return (
    <AccountFrame title={title} sketch="login" filled={0}>
      <form className={frame.form} method="dialog">
        <TextField className={formStyles.keepsNote} {...username} />
        <TextField
          className={formStyles.keepsNote}
          {...password}
          type="password"
          spellCheck={false}
          autoCapitalize="none"
          end={
            <button type="button" className={`hoverPaper ${formStyles.show}`} disabled>
              Show
            </button>
          }
        />
        <div className="row wrap gap12 top8">
          <span className={buttonClass('md', 'filled', 'first-button')}>
            <FirstTap wish={`press:${send}`} label={send} waiting={<SendWords isWaiting />}>
              <SendWords />
            </FirstTap>
          </span>
        </div>
      </form>
      <ul className={frame.others}>
        {[byDevice, register, forgotten].map((way) => (
          <li key={way} className="lineBelow">
            <span className={`${frame.other} first-button`}>
              {way}
              <FirstTap wish={`press:${way}`} label={way} waiting={<Spinner size={16} />}>
                <Icon name="arrowRight" size={16} />
              </FirstTap>
            </span>
          </li>
        ))}
      </ul>
    </AccountFrame>
  );
}
