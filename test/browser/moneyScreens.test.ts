import { looks } from './browserWorld.ts'
import { money } from './moneyRecords.ts'
import { walkRecords } from './walkRecords.ts'

walkRecords(money, 'large, light and dark, in English', { language: 'en', looks: [looks.desktop, looks.desktopDark] })
