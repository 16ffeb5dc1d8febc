// Runs before the first paint. A file of its own because the CSP allows no inline script.
{
  // The theme, so that a dark screen never flashes white.
  const remembered = localStorage.getItem('kahawa.theme')
  const dark = remembered === 'dark' || (remembered !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
}
if (location.pathname !== '/sign-in') {
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
      if (ok) document.querySelector('meta[name="early-files"]')?.content.split(' ').forEach(preload)
    },
    () => {}, // The program asks again and tells what is wrong.
  )
}
