import { useParams } from 'react-router';
import { MESSAGES } from '../data/contract/messages.ts';
import { RouteError } from '../hud/shell/routeError.ts';
import { guideSection, StyleGuide as View } from '../hud/styleguide/StyleGuide.tsx';

/** `/styleguide/:section?` */
export default function StyleGuide() {
  const { section } = useParams();
  if (section === undefined) return <View section={null} />;
  const found = guideSection(section);
  if (!found) throw new RouteError(404, MESSAGES.pageNotFound);
  return <View section={found} />;
}
