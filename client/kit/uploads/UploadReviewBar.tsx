import { Progress } from '@mantine/core'
import type { Upload } from '#contract/uploads/uploads.ts'
import { useFormat } from '../format.ts'
import { useWords } from '../words.ts'

/** How healthy an upload is: rows ready, with errors, with warnings only. */
export function UploadReviewBar({ upload }: { upload: Upload }) {
  const words = useWords().uploads
  const { number } = useFormat()
  const { ready, failed, warned, leftOut } = upload
  const whole = Math.max(1, ready + failed + leftOut)
  const share = (rows: number) => (rows / whole) * 100
  return (
    <section className="card health">
      <div className="health-nums num">
        <div>
          <b>{number(ready)}</b> <span>{words.ready}</span>
        </div>
        <div className={failed > 0 ? 'bad' : undefined}>
          <b>{number(failed)}</b> <span>{words.errors}</span>
        </div>
        {warned > 0 && (
          <div className="warnn">
            <b>{number(warned)}</b> <span>{words.warnings}</span>
          </div>
        )}
        {leftOut > 0 && (
          <div>
            <b>{number(leftOut)}</b> <span>{words.leftOut}</span>
          </div>
        )}
      </div>
      <Progress.Root
        size={8}
        className="health-bar"
        role="img"
        aria-label={words.bar(number(ready), number(failed), number(warned))}
      >
        <Progress.Section value={share(Math.max(0, ready - warned))} color="leaf" withAria={false} />
        {warned > 0 && <Progress.Section value={share(Math.min(warned, ready))} color="gold.4" withAria={false} />}
        {failed > 0 && <Progress.Section value={share(failed)} color="cherry.5" withAria={false} />}
      </Progress.Root>
    </section>
  )
}
