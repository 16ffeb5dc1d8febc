import { looks } from './browserWorld.ts'
import { trade } from './tradeRecords.ts'
import { walkRecords } from './walkRecords.ts'

walkRecords(trade, 'large, light and dark, in English', { language: 'en', looks: [looks.desktop, looks.desktopDark] })
