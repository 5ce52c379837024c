import { fetchUser, signOut } from '../../data/auth.ts';
import { claimSetup } from '../../data/queries/setup.ts';
import { useSave } from '../kit/useSave.ts';
import { FormSection } from '../parts/forms/FormSection.tsx';
import { Button } from '../system/Button.tsx';

interface ClaimSectionProps {
  token: string;
  /** Name of the account that is signed in. */
  userId: string;
}

/** Makes the account that is signed in administrator, or leads to another one. */
export function ClaimSection({ token, userId }: ClaimSectionProps) {
  const save = useSave(async () => {
    await claimSetup(token);
    // What this account may do is known by its session.
    await fetchUser();
  });
  return (
    <FormSection
      title="Administrator"
      text="An administrator decides who may sign up, changes these settings and moderates. The link makes one account administrator, once."
      trouble={save.trouble}
    >
      <p>You are signed in as {userId}.</p>
      <div className="row wrap gap12">
        <Button variant="filled" aria-busy={save.isBusy} onClick={() => void save.run(undefined)}>
          Make {userId} administrator
        </Button>
        <Button onClick={() => void signOut()}>Use another account</Button>
      </div>
    </FormSection>
  );
}
