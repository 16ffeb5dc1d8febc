/** The rows of a list's answer, whichever of its two shapes it came in. */
export const rowsOf = <Row>(answer: { data: Row[] } | Row[]): Row[] => ('data' in answer ? answer.data : answer)
