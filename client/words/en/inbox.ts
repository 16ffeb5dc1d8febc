export const inbox = {
  caughtUpHint: 'Nothing waits for your decision. New records appear here by themselves.',
  sub: (count: number) =>
    count === 0
      ? 'Nothing waits for your decision'
      : count === 1
        ? 'One record waits for your decision'
        : `${count} records wait for your decision`,
}

/** The review of what waits, one record after the other. */
export const review = {
  open: 'Review one by one',
  title: (list: string) => `Review: ${list}`,
  close: 'Close the review',
  progress: (done: string, all: string) => `${done} of ${all} reviewed`,
  approveRest: (shown: string) => `Approve ${shown} without a remark`,
  skip: 'Skip',
  finished: 'Review finished',
  nothing: 'Nothing waits for your decision here.',
  sum: ({ main, danger, skipped }: Record<'main' | 'danger' | 'skipped', string>) =>
    `${main} approved, ${danger} declined, ${skipped} skipped`,
  again: (count: number, shown: string) =>
    count === 1 ? 'Review the skipped record again' : `Review ${shown} skipped records again`,
  done: 'Back to the list',
}
