import { contactHref } from '../parts/page/DestinationLink.tsx';
import { useSite } from '../parts/page/page.ts';

/** How to reach the operator, as part of a sentence that ends after it. */
export function Contact() {
  const site = useSite();
  if (!site?.operatorContact) {
    return (
      <>
        Whoever runs this server has not said how to be reached. Ask where you got its address from.
      </>
    );
  }
  return (
    <>
      Write to <a href={contactHref(site.operatorContact)}>{site.operatorContact}</a>.
    </>
  );
}
