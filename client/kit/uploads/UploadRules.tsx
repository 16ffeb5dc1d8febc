import { Button, Collapse, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight, IconDownload } from '@tabler/icons-react'
import type { UploadKind } from '#contract/kit/uploadKind.ts'
import { reference } from '#contract/house/reference.ts'
import { download } from '../download.ts'
import { useContractWords, useWords } from '../words.ts'

/** The template of a kind of file, and what each of its columns must hold. */
export function UploadRules({ kind }: { kind: UploadKind }) {
  const words = useWords().uploads
  const translate = useContractWords()
  const [opened, { toggle }] = useDisclosure()
  const columns = Object.entries(kind.columns)
  const Arrow = opened ? IconChevronDown : IconChevronRight
  return (
    <div className="rules">
      <div className="rules-head">
        <p className="faint">{words.templateHint}</p>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconDownload size={15} aria-hidden />}
          onClick={() => void download(reference.template, { query: { filename: kind.template.key } })}
        >
          {words.template}
        </Button>
      </div>
      <ul className="faint">
        {kind.instructions.map((line) => (
          <li key={line}>{translate(line)}</li>
        ))}
      </ul>
      <UnstyledButton className="rules-toggle" onClick={toggle} aria-expanded={opened}>
        <Arrow size={16} aria-hidden /> {words.rules(columns.length)}
      </UnstyledButton>
      <Collapse expanded={opened}>
        <div className="rules-table" role="group" aria-label={words.rules(columns.length)} tabIndex={opened ? 0 : -1}>
          <table className="grid">
            <thead>
              <tr>
                <th>{words.column}</th>
                <th>{words.rule}</th>
                <th>{words.example}</th>
              </tr>
            </thead>
            <tbody>
              {columns.map(([key, column]) => (
                <tr key={key}>
                  <td>
                    <span className="two">
                      {translate(column.title)}
                      {column.required && <small>{words.required}</small>}
                    </span>
                  </td>
                  <td>{translate(column.rule)}</td>
                  <td className="code">{column.example}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Collapse>
    </div>
  )
}
