import { Dropzone, MIME_TYPES } from '@mantine/dropzone'
import { IconFileSpreadsheet, IconUpload, IconX } from '@tabler/icons-react'
import { useFormat } from '../format.ts'
import { useWords } from '../words.ts'

/** The server's setting at first; the server has the last word. */
const maxBytes = 50_000_000
const tables = {
  [MIME_TYPES.xlsx]: ['.xlsx'],
  // Some systems call a CSV file an old workbook or plain text; the ending decides.
  [MIME_TYPES.csv]: ['.csv'],
}

type UploadDropProps = {
  file: File | undefined
  problem: string | undefined
  onChoose: (file: File | undefined, problem?: string) => void
  /** Media types with their endings, for other files than tables. */
  accept?: Record<string, string[]>
  /** What may be dropped, in words. */
  hint?: string
}

/** Where a file is dropped or chosen. */
export function UploadDrop({ file, problem, onChoose, accept = tables, hint }: UploadDropProps) {
  const words = useWords().uploads
  const { fileSize } = useFormat()
  const size = fileSize(maxBytes)
  return (
    <div>
      <Dropzone
        className={problem ? 'drop bad' : 'drop'}
        accept={accept}
        maxSize={maxBytes}
        multiple={false}
        onDrop={(dropped: File[]) => onChoose(dropped[0])}
        onReject={(rejected: { file: File }[]) =>
          onChoose(undefined, rejected.some((one) => one.file.size > maxBytes) ? words.tooLarge(size) : words.wrongType)
        }
        inputProps={{ 'aria-label': words.drop }}
        aria-label={words.drop}
      >
        <div className="drop-in">
          <Dropzone.Accept>
            <DropText Icon={IconUpload} title={words.dropNow} />
          </Dropzone.Accept>
          <Dropzone.Reject>
            <DropText Icon={IconX} title={words.dropNot} />
          </Dropzone.Reject>
          <Dropzone.Idle>
            {file ? (
              <DropText Icon={IconFileSpreadsheet} title={file.name} hint={`${fileSize(file.size)} · ${words.other}`} />
            ) : (
              <DropText Icon={IconUpload} title={words.drop} hint={hint ?? words.dropHint(size)} />
            )}
          </Dropzone.Idle>
        </div>
      </Dropzone>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

type DropTextProps = { Icon: typeof IconUpload; title: string; hint?: string }

const DropText = ({ Icon, title, hint }: DropTextProps) => (
  <div className="drop-said">
    <span className="file-ic">
      <Icon size={22} stroke={1.7} aria-hidden />
    </span>
    <span className="two">
      <b>{title}</b>
      {hint && <small>{hint}</small>}
    </span>
  </div>
)
