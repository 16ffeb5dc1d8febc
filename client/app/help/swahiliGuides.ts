/** The guides in Swahili, a chunk of their own. */
export const files = import.meta.glob<string>('../../words/sw/guides/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
})
