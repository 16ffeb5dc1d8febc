import type { Bench } from '../kit/bench.ts'
import { benchFolder } from '../kit/benchHouse.ts'
import { median } from '../kit/measure.ts'
import { freePort } from '../../test/kit/freePort.ts'
import { startProgram } from '../kit/runningServer.ts'
import { ms, type Line } from '../kit/report.ts'

/** `npm start` until the first page, on an empty data folder and on one that was used before. */
export async function starting(bench: Bench): Promise<Line[]> {
  const { folder, remove } = benchFolder()
  const took: number[] = []
  try {
    for (let round = 0; round <= bench.rounds; round++) {
      const env = {
        PORT: String(await freePort()),
        HOST: '127.0.0.1',
        DATA_DIR: folder,
        KAHAWA_DEMO: '1',
        LOG_LEVEL: 'error',
      }
      const server = await startProgram({ script: 'tools/start.mjs', env })
      took.push(server.readyMs)
      await server.stop()
    }
  } finally {
    remove()
  }
  const [first = 0, ...later] = took
  return [
    {
      work: 'npm start to the first page, used data folder',
      measured: ms(median(later)),
      promise: '<= 5 s',
      met: median(later) <= 5_000,
    },
    {
      work: 'npm start to the first page, empty data folder',
      measured: ms(first),
      promise: '<= 5 s',
      met: first <= 5_000,
    },
  ]
}
