import { FormSection } from '../parts/forms/FormSection.tsx';
import { SettingsForm } from '../parts/settings/SettingsForm.tsx';
import { Button } from '../system/Button.tsx';

/** What an administrator tells the server in its first evening; every step is saved by itself and can be made later. */
export function SetupSteps() {
  return (
    <div>
      <SettingsForm />
      <FormSection
        title="Go on"
        text="You can leave at any time: what you saved is kept, and this page is here for you."
      >
        <div className="row wrap gap12">
          <Button variant="filled" to="/">
            Open the server
          </Button>
          <Button to="/moderation?tab=invitations">Invite people</Button>
        </div>
      </FormSection>
    </div>
  );
}
