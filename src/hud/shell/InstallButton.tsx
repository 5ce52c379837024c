import { useSnapshot } from 'valtio';
import { install, installApp } from '../../data/stores/install.ts';

interface InstallButtonProps {
  className: string | undefined;
  onInstall?(): void;
}

/** Puts the site on this device as an app of its own; nothing where the browser does not offer that, or it is there. */
export function InstallButton({ className, onInstall }: InstallButtonProps) {
  const { offer, isInstalled } = useSnapshot(install);
  if (!offer || isInstalled) return null;
  return (
    <button
      type="button"
      className={className}
      onClick={() => {
        onInstall?.();
        void installApp();
      }}
    >
      Install the app
    </button>
  );
}
