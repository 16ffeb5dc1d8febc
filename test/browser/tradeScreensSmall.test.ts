import { looks } from './browserWorld.ts'
import { trade } from './tradeRecords.ts'
import { walkRecords } from './walkRecords.ts'

walkRecords(trade, 'small, light and dark, in Swahili', { language: 'sw', looks: [looks.phone, looks.phoneDark] })
