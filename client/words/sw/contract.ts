/** Texts that the contract declares in English, in Swahili. A test walks the contract and fails when one is missing. */
export const contractWords: Readonly<Record<string, string>> = {}

/** Sentences that carry a value: their shape, and the sentence in Swahili around the same values. */
export const contractPatterns: readonly (readonly [RegExp, (parts: string[]) => string])[] = []
