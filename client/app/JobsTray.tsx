import { ActionIcon, Popover, Progress } from '@mantine/core'
import { IconProgressCheck } from '@tabler/icons-react'
import type { UploadProgress } from '#contract/uploads/uploads.ts'
import { useFormat } from '#client/kit/format.ts'
import { hasSettled } from '#client/kit/uploads/useUploadProgress.ts'
import { useWords } from '#client/kit/words.ts'
import { FollowJob, useJobs } from './jobs.tsx'

/** Uploads that the server is still working on, and those that ended just now. They continue whatever screen is shown; the end is announced. */
export function JobsTray() {
  const words = useWords().shell.jobs
  const jobs = useJobs()
  const running = jobs.filter((job) => !hasSettled(job))
  return (
    <>
      {running.map((job, place) => (
        <FollowJob key={job.id} id={job.id} live={place < 3} />
      ))}
      <Popover position="bottom-end" width={340} shadow="lg" trapFocus returnFocus>
        <Popover.Target>
          <ActionIcon
            className="jobs-button"
            variant="subtle"
            color="gray"
            size={36}
            aria-label={words.open(running.length)}
            data-running={running.length > 0 || undefined}
          >
            <IconProgressCheck size={19} stroke={1.7} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown className="jobs" aria-label={words.title}>
          <h2>{words.title}</h2>
          {jobs.length === 0 ? (
            <p className="sub">
              {words.none} {words.noneHint}
            </p>
          ) : (
            <ul>
              {jobs.map((job) => (
                <Job key={job.id} job={job} />
              ))}
            </ul>
          )}
        </Popover.Dropdown>
      </Popover>
    </>
  )
}

function Job({ job }: { job: UploadProgress }) {
  const words = useWords().shell.jobs
  const format = useFormat()
  const { rowsDone, rowsTotal } = job
  const done = format.number(rowsDone)
  return (
    <li>
      <b>{job.fileName}</b>
      <Progress.Root size="sm">
        <Progress.Section
          value={rowsTotal ? (rowsDone / rowsTotal) * 100 : 100}
          animated={!rowsTotal}
          aria-label={words.progress(job.fileName)}
        />
      </Progress.Root>
      <small>
        {words.stages[job.stage]} · {rowsTotal ? words.rows(done, format.number(rowsTotal)) : words.rowsSoFar(done)}
      </small>
    </li>
  )
}
