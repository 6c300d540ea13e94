// Shows messages of Ballast while its page is closed. Registered only where someone switches browser notifications on.
self.addEventListener('push', (event) => {
  const { id, title, text, link } = event.data.json()
  // The same id replaces: a message that comes twice is shown once.
  event.waitUntil(
    self.registration.showNotification(title, { body: text, tag: id, icon: '/favicon.svg', data: { link } }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(self.clients.openWindow(new URL(event.notification.data.link, self.location.origin).href))
})
