import axe from 'axe-core';

/**
 * What axe finds wrong, each with the markup that it means. It does not look for the elements of anything else.
 * @param where an element or a selector
 * @param isPart whether it stands outside the page's landmarks, which a part that is shown alone does
 */
export async function violations(
  where: axe.ElementContext = document.body,
  { isPart = false } = {},
): Promise<string[]> {
  const rules: axe.RuleObject = { region: { enabled: !isPart } };
  const found = await axe.run(where, { resultTypes: ['violations'], preload: false, rules });
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((one) => one.html).join(' ')}`,
  );
}
