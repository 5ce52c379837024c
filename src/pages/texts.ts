/** Pages of words, which come as one piece: legal texts, and the pages that lead here or onwards. */
export { Acknowledgements } from '../hud/legal/Acknowledgements.tsx';
export { ConductText } from '../hud/legal/ConductText.tsx';
export { CookiesText } from '../hud/legal/CookiesText.tsx';
export { PrivacyText } from '../hud/legal/PrivacyText.tsx';
export { TermsText } from '../hud/legal/TermsText.tsx';
export { ComingSoonView, HoldingView } from '../hud/site/Doors.tsx';
export { DownloadView } from '../hud/site/DownloadView.tsx';
