import { Fragment } from 'react'

/** The method of a call, in words and colour. */
export const Method = ({ name }: { name: string }) => <b className={`method ${name.toLowerCase()}`}>{name}</b>

/** The path of a call, which breaks between its parts. */
export const Path = ({ text }: { text: string }) => (
  <code>
    {text
      .split('/')
      .slice(1)
      .map((part, at) => (
        <Fragment key={at}>
          <wbr />/{part}
        </Fragment>
      ))}
  </code>
)
