import { PRODUCT_NAME } from '../../data/contract/constants.ts';
import { Contact } from './Contact.tsx';
import { Operator } from './Operator.tsx';

/** Who answers for this server, in a paragraph. */
export function WhoRunsIt() {
  return (
    <p>
      This server is run by <Operator />. {PRODUCT_NAME} itself is free software that anyone can
      run; whoever wrote it has no access to this server and receives nothing from it. <Contact />
    </p>
  );
}
