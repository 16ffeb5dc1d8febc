/** What is added and taken beside loans, where there is any. */
export const addedFacts = (
  { bonus, deducted }: { bonus: number; deducted: number },
  words: { bonus: string; deducted: string },
  money: (amount: number) => string,
): [string, string][] => [
  ...(bonus > 0 ? [[words.bonus, money(bonus)] as [string, string]] : []),
  ...(deducted > 0 ? [[words.deducted, money(deducted)] as [string, string]] : []),
]
