// Runs before the first paint, so that a dark screen never flashes white. A file of its own because the CSP allows no
// inline script.
{
  const remembered = localStorage.getItem('kahawa.theme')
  const dark = remembered === 'dark' || (remembered !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
}
