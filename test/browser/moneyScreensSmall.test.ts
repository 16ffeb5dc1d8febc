import { looks } from './browserWorld.ts'
import { money } from './moneyRecords.ts'
import { walkRecords } from './walkRecords.ts'

walkRecords(money, 'small, light and dark, in Swahili', { language: 'sw', looks: [looks.phone, looks.phoneDark] })
