import { useSnapshot } from 'valtio';
import { proof } from '../../../data/stores/proof.ts';
import { NewCodesDialog } from './NewCodesDialog.tsx';
import { ProofDialog } from './ProofDialog.tsx';

/** What is asked or told of a person's factors over any page. Mounted once. */
export function FactorDoor() {
  const { isAsked, codes } = useSnapshot(proof);
  return (
    <>
      {isAsked && <ProofDialog />}
      {codes && <NewCodesDialog codes={codes} />}
    </>
  );
}
