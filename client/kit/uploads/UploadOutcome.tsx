import { Alert, Button, Progress } from '@mantine/core'
import { IconAlertTriangle, IconFileSpreadsheet } from '@tabler/icons-react'
import type { UploadProgress } from '#contract/uploads/uploads.ts'
import type { CallRefused } from '../call.ts'
import { useFormat } from '../format.ts'
import { useContractWords, useWords } from '../words.ts'

type UploadProgressBarProps = { file: File | undefined; share: number; progress: UploadProgress | undefined }

/** First the bytes, then the rows: what is going on and how far it is. */
export function UploadProgressBar({ file, share, progress }: UploadProgressBarProps) {
  const words = useWords().uploads
  const { number, percent } = useFormat()
  const sending = share < 1
  const done = progress?.rowsDone ?? 0
  const total = progress?.rowsTotal ?? null
  const stage = sending ? words.sending : progress && progress.stage !== 'stored' ? words.checking : words.waitingTurn
  const progressText = sending
    ? words.sendingShare(percent(share))
    : total === null
      ? words.rowsSoFar(number(done))
      : words.rowsOf(number(done), number(total))
  const value = sending ? share * 100 : total ? (done / total) * 100 : 0
  return (
    <div className="upload-progress">
      <div className="file">
        <span className="file-ic">
          <IconFileSpreadsheet size={22} stroke={1.7} aria-hidden />
        </span>
        <span className="two">
          <b>{file?.name}</b>
          <small role="status">
            {stage} · <span className="num">{progressText}</span>
          </small>
        </span>
      </div>
      <Progress.Root size={8}>
        <Progress.Section
          value={!sending && total === null ? 100 : value}
          animated={!sending && total === null}
          striped={!sending && total === null}
          aria-label={words.progress}
        />
      </Progress.Root>
      {!sending && <p className="faint">{words.background}</p>}
    </div>
  )
}

/** What is wrong with the values that were sent beside the file, by field. */
export const wrongFields = ({ details }: CallRefused): Record<string, string> =>
  Object.fromEntries(
    Object.entries(details['fields'] ?? {}).flatMap(([name, message]) =>
      typeof message === 'string' ? [[name, message]] : [],
    ),
  )

type UploadRefusedProps = {
  refused: CallRefused
  /** What is wrong with each field beside the file, and whether it stands at the fields too. */
  problems: Readonly<Record<string, string>>
  areBeside: boolean
  onShow: (id: string) => void
}

/** Why a file was refused, and what can be done about it. */
export function UploadRefused({ refused, problems, areBeside, onShow }: UploadRefusedProps) {
  const words = useWords().uploads
  const translate = useContractWords()
  const { dateTime } = useFormat()
  const text = (key: string) => {
    const value = refused.details[key]
    return typeof value === 'string' ? value : undefined
  }
  const first = text('id') ?? text('uploadId')
  const [who, when] = [text('by') ?? text('createdBy'), text('at') ?? text('created')]
  const wrong = Object.values(problems)
  const same = refused.code === 'upload.same_file'
  const lost = refused.code === 'network'
  const title = same ? words.sameTitle : lost ? words.lostTitle : words.refusedTitle
  const whyRefused = wrong.length === 0 ? translate(refused.message) : areBeside ? words.beside : wrong.join(' ')
  const whySame = who && when ? words.sameBy(who, dateTime(when)) : words.same
  const hint = lost ? words.lost : same ? whySame : whyRefused
  return (
    <Alert
      color="cherry"
      role="alert"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={title}
      className="refused-box"
    >
      <p>{hint}</p>
      {same && first && (
        <Button variant="default" size="xs" mt={8} onClick={() => onShow(first)}>
          {words.showFirst}
        </Button>
      )}
    </Alert>
  )
}
