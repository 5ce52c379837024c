import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { EntityForm, type EntityFormState } from '../../kit/EntityForm.tsx';
import { PageFrame } from '../../kit/PageFrame.tsx';
import { Avatar } from '../../system/Avatar.tsx';
import { Skeleton } from '../../system/Loading.tsx';
import pageStyles from '../Page.module.css';

/** The page that a code leads to. Without children it waits for what the code opens. */
export function InvitationPage({ children }: { children?: ReactNode }) {
  return <PageFrame>{children ?? <Skeleton width={280} height={64} />}</PageFrame>;
}

interface InvitationProps<V extends FieldValues> {
  name: string;
  description: string;
  /** Who and how much is there, and who comes in. */
  facts: ReactNode;
  bannerUrl?: string | null;
  iconUrl?: string | null;
  form: EntityFormState<V>;
  /** Buttons and links: the ways in. */
  actions: ReactNode;
  /** Fields, and what else is to be known first. */
  children?: ReactNode;
}

/** What a code opens, and the ways in. */
export function Invitation<V extends FieldValues>(props: InvitationProps<V>) {
  const { name, description, facts, bannerUrl, iconUrl, form, actions, children } = props;
  return (
    <article className={pageStyles.invitation}>
      {bannerUrl && <img className={pageStyles.banner} src={bannerUrl} alt="" />}
      <div className="row wrap gap24 min0">
        {iconUrl && <Avatar name={name} src={iconUrl} size={96} />}
        <h1 className={`${name.length > 24 ? 't40' : 't64'} clamp`} title={name}>
          {name}
        </h1>
      </div>
      {description && <p className={`${pageStyles.text} t18`}>{description}</p>}
      <p className="muted">{facts}</p>
      <EntityForm form={form} className="grid gap16 top16">
        {children}
        <div className="row wrap gap12">{actions}</div>
      </EntityForm>
    </article>
  );
}
