// Runs before the first paint. The first visit is dark; the choice is kept under the key that src/lib/theme.ts writes.
let stored = null
try {
  stored = localStorage.getItem('theme')
} catch {
  // Storage can be forbidden; then every visit is a first visit.
}
document.documentElement.classList.toggle('dark', stored !== 'light')
