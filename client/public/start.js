// Runs before the first paint. A file of its own because the CSP allows no inline script. In words that browsers of years ago read.
{
  // The theme, so that a dark screen never flashes white.
  const remembered = localStorage.getItem('kahawa.theme')
  const dark = remembered === 'dark' || (remembered !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
}
// What the program is built with: Chrome and Edge since 119, Firefox since 121, Safari since 17.4.
const isNewEnough = 'withResolvers' in Promise && 'groupBy' in Map && CSS.supports('selector(:has(a))')
if (!isNewEnough) {
  document.addEventListener('DOMContentLoaded', () => {
    document.getElementById('root').remove()
    const told = document.getElementById('too-old')
    told.style.cssText =
      'display: grid; gap: 1rem; margin: 15vh auto; max-width: 34rem; padding: 0 1rem; font: 1.125rem/1.5 system-ui, sans-serif'
    told.hidden = false
  })
} else if (location.pathname !== '/sign-in') {
  // What every screen behind the sign-in needs is asked for while the program itself is still on its way.
  const asked = fetch('/api/auth/me', { headers: { Accept: 'application/json' }, credentials: 'same-origin' })
  window.kahawaUser = asked
  const preload = (href) => {
    const link = document.createElement('link')
    link.crossOrigin = ''
    link.href = href
    if (href.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style' })
    else link.rel = 'modulepreload'
    document.head.append(link)
  }
  asked.then(
    ({ ok }) => {
      // Nobody needs them on the way to the sign-in.
      const early = document.querySelector('meta[name="early-files"]')
      if (ok && early) early.content.split(' ').forEach(preload)
    },
    () => {}, // The program asks again and tells what is wrong.
  )
}
