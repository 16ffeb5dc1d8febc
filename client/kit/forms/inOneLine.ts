/** What a person types or pastes into a comment, as one line: it goes into messages and files that hold one line of it. */
export const inOneLine = (typed: string): string => typed.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
