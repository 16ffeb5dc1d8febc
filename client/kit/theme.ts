import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

/** Coffee leaf: brand and the one main action. Shade 7 on white has 7.46:1. */
const leaf: MantineColorsTuple = [
  '#eef6f1',
  '#dcece3',
  '#b7d7c6',
  '#8dbfa5',
  '#63a685',
  '#418d6a',
  '#2b7754',
  '#1f6044',
  '#184c36',
  '#0f3626',
]
/** Ripe cherry: declined and error. Shade 7 on white has 7.59:1. */
const cherry: MantineColorsTuple = [
  '#fdf2f1',
  '#fae0de',
  '#f3bdb9',
  '#ea928d',
  '#de655f',
  '#cf4740',
  '#bb332f',
  '#9f2527',
  '#801d21',
  '#5d1418',
]
/** Parchment gold: waiting for somebody. */
const gold: MantineColorsTuple = [
  '#fdf7e8',
  '#faedcb',
  '#f3d998',
  '#eac161',
  '#dda735',
  '#c28c1c',
  '#9d6e10',
  '#7c550c',
  '#60410a',
  '#432d06',
]
/** Nairobi sky: changed and returned. */
const sky: MantineColorsTuple = [
  '#eff5fa',
  '#dceaf4',
  '#b6d3e8',
  '#88b7d8',
  '#5998c5',
  '#387cae',
  '#276392',
  '#1d5079',
  '#173f60',
  '#0f2b43',
]
/** Warm stone instead of cold grey. */
const gray: MantineColorsTuple = [
  '#faf9f7',
  '#f5f3f0',
  '#ebe8e3',
  '#dedad3',
  '#c6c0b6',
  '#958e83',
  '#6c665d',
  '#534e47',
  '#38342f',
  '#211e1b',
]
const dark: MantineColorsTuple = [
  '#ece9e4',
  '#cdc8c1',
  '#aaa49b',
  '#8a847b',
  '#4d4842',
  '#3a3631',
  '#2c2925',
  '#211f1c',
  '#1a1816',
  '#131110',
]

const small = { defaultProps: { size: 'sm' } }

/** The look "parchment and leaf". `close` is the label of every close button. */
export const themeWith = ({ close }: { close: string }) => {
  const closable = {
    closeButtonProps: { 'aria-label': close },
    // Mantine's header element would otherwise count as a second page header.
    attributes: { header: { role: 'presentation' } },
  }
  return createTheme({
    colors: { leaf, cherry, gold, sky, gray, dark, red: cherry },
    primaryColor: 'leaf',
    primaryShade: { light: 7, dark: 6 },
    black: '#211e1b',
    fontFamily: "'Inter Variable', system-ui, sans-serif",
    fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, monospace',
    fontSizes: { xs: '0.75rem', sm: '0.84375rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
    lineHeights: { xs: '1.35', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.5' },
    headings: {
      fontWeight: '620',
      sizes: {
        h1: { fontSize: '1.375rem', lineHeight: '1.25' },
        h2: { fontSize: '1.0625rem', lineHeight: '1.3' },
        h3: { fontSize: '0.9375rem', lineHeight: '1.35' },
      },
    },
    defaultRadius: 'md',
    radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
    shadows: {
      xs: '0 1px 2px rgb(33 30 27 / .05)',
      sm: '0 1px 3px rgb(33 30 27 / .07), 0 1px 2px rgb(33 30 27 / .04)',
      md: '0 4px 14px -2px rgb(33 30 27 / .10), 0 2px 4px rgb(33 30 27 / .04)',
      lg: '0 12px 32px -6px rgb(33 30 27 / .16), 0 3px 8px rgb(33 30 27 / .05)',
    },
    focusRing: 'auto',
    respectReducedMotion: true,
    cursorType: 'pointer',
    components: {
      // The placeholder is a focusable child that menus may not have (WCAG 1.3.1).
      Menu: {
        defaultProps: {
          withInitialFocusPlaceholder: false,
          shadow: 'lg',
          radius: 'md',
          position: 'bottom-end',
          width: 210,
        },
      },
      Modal: { defaultProps: { ...closable, radius: 'lg', shadow: 'lg' } },
      Drawer: { defaultProps: closable },
      Button: small,
      TextInput: small,
      PasswordInput: small,
      NumberInput: small,
      Textarea: small,
      Select: { defaultProps: { size: 'sm', checkIconPosition: 'right', openOnFocus: false } },
      Checkbox: { defaultProps: { radius: 4 } },
      Tooltip: { defaultProps: { openDelay: 350, withArrow: false } },
    },
  })
}

/** Mantine's own variables where its defaults miss the contrast. The product's tokens are in tokens.css. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#6c665d',
    '--mantine-color-body': '#ffffff',
    '--mantine-color-error': '#9f2527',
    '--mantine-color-placeholder': '#736c63',
    '--mantine-color-default-border': '#d6d1c9',
  },
  dark: {
    '--mantine-color-leaf-light': 'rgb(99 166 133 / .17)',
    '--mantine-color-leaf-light-hover': 'rgb(99 166 133 / .25)',
    '--mantine-color-leaf-light-color': '#b2dcc6',
    '--mantine-color-dimmed': '#a49d93',
    '--mantine-color-body': '#1f1d1a',
    '--mantine-color-error': '#f0948e',
    '--mantine-color-placeholder': '#98928a',
    '--mantine-color-default-border': '#45413b',
  },
})
