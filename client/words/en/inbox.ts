export const inbox = {
  caughtUp: 'All caught up',
  caughtUpHint: 'Nothing waits for your decision. New records appear here by themselves.',
  sub: (count: number) =>
    count === 0
      ? 'Nothing waits for your decision'
      : count === 1
        ? 'One record waits for your decision'
        : `${count} records wait for your decision`,
}
