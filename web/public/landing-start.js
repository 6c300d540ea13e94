// Starts the app on the landing page, which the server has drawn, as soon as somebody seems to use it: a pointer moves, a key
// is pressed. Links need no app. A click on anything else waits for it and is then done.
const { app, later } = document.querySelector('[data-app]').dataset
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin']
let clicked

function holdClick(event) {
  const control = event.target.closest('button, input')
  if (!control) return
  event.preventDefault()
  clicked = control
}

function start() {
  for (const sign of SIGNS) removeEventListener(sign, start)
  document.getElementById('root').addEventListener('taken-over', answerClick, { once: true })
  void import(app)
}

function answerClick() {
  removeEventListener('click', holdClick, true)
  if (clicked?.isConnected) clicked.click()
}

for (const sign of SIGNS) addEventListener(sign, start, { passive: true })
addEventListener('click', holdClick, true)
// The page is drawn in the dark theme, and says so.
if (!document.documentElement.classList.contains('dark')) start()

function fetchAhead() {
  for (const href of [app, ...later.split(' ')]) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', as: 'script', href }))
  }
}
if (document.readyState === 'complete') fetchAhead()
else addEventListener('load', fetchAhead)
