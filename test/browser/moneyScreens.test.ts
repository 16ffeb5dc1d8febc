import { looks } from './browserWorld.ts'
import { walkMoneyScreens } from './walkMoneyScreens.ts'

walkMoneyScreens('large, light and dark, in English', { language: 'en', looks: [looks.desktop, looks.desktopDark] })
