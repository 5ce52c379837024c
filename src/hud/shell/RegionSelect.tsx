import { useLocation, useNavigate } from 'react-router';
import { useSnapshot } from 'valtio';
import {
  asRegion,
  isRootPath,
  LOCALES,
  REGION_CODES,
  rootPath,
} from '../../data/rules/site/locale.ts';
import { locale, setRegion } from '../../data/stores/locale.ts';
import { Select } from '../system/Select.tsx';

const OPTIONS = REGION_CODES.map((code) => {
  const { name, currency } = LOCALES[code];
  return { value: code, title: `${name} (${currency})` };
});

/** Region, and with it currency and the way numbers and dates are written. */
export function RegionSelect() {
  const { region } = useSnapshot(locale);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <Select
      label="Region"
      value={region}
      options={OPTIONS}
      onValueChange={(value) => {
        const next = asRegion(value);
        if (!next) return;
        setRegion(next);
        // Only the first page carries the region in its address.
        if (isRootPath(pathname)) void navigate(rootPath(next));
      }}
    />
  );
}
