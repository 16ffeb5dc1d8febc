// One check in a process of its own, so that its peak memory is the check's. Gets the folder of a running PostgreSQL and an upload.
import { readConfig } from '#server/config.ts'
import { checkUpload } from '#server/kit/uploads/checkUpload.ts'
import { makeHouse } from '#server/start.ts'
import { uploadBindings } from '#server/records.ts'

export type Checked = { took: number; before: number; peak: number; cpu: number }

const [host = '', uploadId = ''] = process.argv.slice(2)
const house = makeHouse({
  config: readConfig({ LOG_LEVEL: 'silent', KAHAWA_DEMO: '1', UPLOAD_MAX_ROWS: '5000000', UPLOAD_MAX_BYTES: '500MB' }),
  connection: { host, port: 5432, user: 'kahawa_app', database: 'kahawa' },
  bank: { url: 'http://bank.invalid', secret: '' },
})
await house.db.pool.query('select 1')
let peak = process.memoryUsage.rss()
const before = peak
const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5)
const cpuBefore = process.cpuUsage()
const start = performance.now()
await checkUpload(house, uploadBindings, uploadId)
const took = performance.now() - start
clearInterval(watch)
const { user, system } = process.cpuUsage(cpuBefore)
process.send?.({
  took,
  before,
  peak: Math.max(peak, process.resourceUsage().maxRSS * 1024),
  cpu: (user + system) / 1000,
} satisfies Checked)
await house.db.close()
process.disconnect()
