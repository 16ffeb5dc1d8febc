import { Fragment } from 'react'

/** The little Markdown that guides are written in: paragraphs, lists and bold words. A test holds them to it. */
export const GuideText = ({ text }: { text: string }) =>
  text.split(/\n\n+/).map((block) =>
    block.startsWith('- ') ? (
      <ul key={block}>
        {block.split('\n').map((line) => (
          <li key={line}>
            <Words text={line.slice(2)} />
          </li>
        ))}
      </ul>
    ) : (
      <p key={block}>
        <Words text={block} />
      </p>
    ),
  )

const Words = ({ text }: { text: string }) =>
  text.split('**').map((part, at) => (at % 2 === 1 ? <b key={part}>{part}</b> : <Fragment key={part}>{part}</Fragment>))
