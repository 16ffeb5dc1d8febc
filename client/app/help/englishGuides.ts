/** The guides in English, a chunk of their own. */
export const files = import.meta.glob<string>('../../words/en/guides/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
})
