/** What stands at the foot of a form, whatever keeps its fields. */
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import styles from './Form.module.css';
import { Icon, type IconName } from './Icon.tsx';
import { Spinner } from './Loading.tsx';

export interface TroubleProps {
  /** Empty: there is none. Always mounted, so that it is said when it comes. */
  title: string;
  /** One line each, as a bulleted list. */
  items?: readonly string[];
  /** A sentence more. */
  more?: string;
}

/** What went wrong with a form as a whole, between two hairlines. */
export function Trouble({ title, items = [], more }: TroubleProps) {
  const Title = items.length > 0 ? 'h2' : 'p';
  const region = useRef<HTMLDivElement>(null);
  // Above a long form it would come where no one looks.
  useEffect(() => {
    if (title) region.current?.scrollIntoView({ block: 'nearest' });
  }, [title]);
  return (
    <div ref={region} className={styles.region} role="alert">
      {title && (
        <div className={styles.trouble}>
          <Icon name="warning" size={20} />
          <div className="min0">
            <Title className={items.length > 0 ? 'bold' : undefined}>{title}</Title>
            {items.length > 0 && (
              <ul className={styles.items}>
                {items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            )}
            {more && <p className={styles.more}>{more}</p>}
          </div>
        </div>
      )}
    </div>
  );
}

interface SubmitButtonProps {
  children: ReactNode;
  /** The form is on its way: the button keeps its place and its focus, and does nothing more. */
  isBusy: boolean;
  variant?: 'filled' | 'outlined';
  icon?: IconName;
}

/** The one filled button of a form. */
export function SubmitButton(props: SubmitButtonProps) {
  const { children, isBusy, variant = 'filled', icon } = props;
  return (
    <Button
      type="submit"
      variant={variant}
      icon={isBusy ? undefined : icon}
      aria-busy={isBusy}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
      }}
    >
      <span className={styles.inside}>
        {isBusy && <Spinner size={18} />}
        {children}
      </span>
    </Button>
  );
}
