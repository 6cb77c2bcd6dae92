(() => {
  let chosen = null
  try {
    chosen = JSON.parse(localStorage.getItem('rivertable.settings') ?? '{}').theme
  } catch {
    chosen = null
  }
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
})()
