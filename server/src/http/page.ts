/** HTML that the server itself writes: sign-in on one's own machine and its failures. Everything else is the web app. */

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text made safe inside an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

const STYLE = `
:root { color-scheme: dark; --background: oklch(0.162 0.012 260); --card: oklch(0.198 0.014 260);
  --border: oklch(0.288 0.016 260); --input: oklch(0.540 0.022 260); --foreground: oklch(0.955 0.006 260);
  --muted: oklch(0.745 0.018 260); --primary: oklch(0.745 0.120 252); --on-primary: oklch(0.180 0.035 260);
  --ring: oklch(0.800 0.100 250); --destructive: oklch(0.705 0.165 25); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--background);
  color: var(--foreground); font: 14px/20px Inter, ui-sans-serif, system-ui, sans-serif; }
main { width: 100%; max-width: 400px; background: var(--card); border: 1px solid var(--border); border-radius: 12px; padding: 28px; }
.brand { font-weight: 620; letter-spacing: -0.02em; font-size: 16px; margin: 0 0 20px; }
h1 { font-size: 24px; line-height: 30px; font-weight: 620; letter-spacing: -0.022em; margin: 0 0 6px; }
p { margin: 0 0 18px; color: var(--muted); }
label { display: block; font-weight: 500; margin: 0 0 6px; }
input { width: 100%; height: 40px; padding: 0 12px; margin: 0 0 16px; border: 1px solid var(--input); border-radius: 8px;
  background: var(--background); color: var(--foreground); font: inherit; }
input[aria-invalid=true] { border-color: var(--destructive); }
button, a.button { display: block; width: 100%; height: 40px; line-height: 40px; border: 0; border-radius: 8px; padding: 0; text-align: center;
  background: var(--primary); color: var(--on-primary); font: inherit; line-height: 40px; font-weight: 600; cursor: pointer; text-decoration: none; }
button.quiet { background: transparent; color: var(--foreground); border: 1px solid var(--input); line-height: 38px; }
form + form { margin-top: 10px; }
a { color: var(--primary); }
a.button { color: var(--on-primary); }
h2 { font-size: 16px; line-height: 22px; font-weight: 620; margin: 22px 0 6px; }
ul { margin: 0 0 18px; padding-left: 18px; color: var(--muted); }
:focus-visible { outline: 2px solid var(--ring); outline-offset: 2px; }
.error { color: var(--destructive); margin: -8px 0 16px; }
.note { font-size: 12px; line-height: 16px; margin: 18px 0 0; }
`

/**
 * A whole page in the product's look.
 *
 * @param main HTML, whatever came from outside already escaped
 * @param scripts addresses of own scripts
 */
export function renderPage(title: string, main: string, scripts: readonly string[] = []): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${escapeHtml(title)} · Ballast</title>
<style>${STYLE}</style>
${scripts.map((address) => `<script src="${escapeHtml(address)}" defer></script>`).join('\n')}
</head>
<body><main><div class="brand">Ballast</div>
${main}
</main></body>
</html>
`
}

/** Why a person cannot go on, and a way that leads on. */
export function renderFailure(title: string, words: string, way: { href: string; label: string }): string {
  return renderPage(
    title,
    `<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(words)}</p>
<a class="button" href="${escapeHtml(way.href)}">${escapeHtml(way.label)}</a>`,
  )
}
