import { looks } from './browserWorld.ts'
import { walkMoneyScreens } from './walkMoneyScreens.ts'

walkMoneyScreens('small, light and dark, in Swahili', { language: 'sw', looks: [looks.phone, looks.phoneDark] })
