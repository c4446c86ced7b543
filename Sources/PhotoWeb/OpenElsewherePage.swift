/// What a second browser gets instead of a page: one document without other files, which only the first browser gets.
struct OpenElsewherePage {
    /// The word that permits the styles of this document.
    let nonce = randomText()

    /// The document, which contains nothing of the page.
    var html: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>Opened in another browser</title>
        <link rel="icon" href="data:,">
        <style nonce="\(nonce)">\(Self.styles)</style>
        </head>
        <body>
        <main>
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M8.500 16.500V19H20V8.500h-3M4 5h12v11H4zM4 8.500h12"/></svg>
        <h1>This page was opened in another browser.</h1>
        <p>Its address works only in the browser or private window that opened it first. Go on there, or cancel there
        and start the page again to use this browser.</p>
        </main>
        </body>
        </html>

        """
    }

    /// The look of the picker’s last page.
    private static let styles = """
        :root { color-scheme: light dark; --paper: #fff; --ink: #16181c; --soft: #5d636d; --fill: #fff1d6; --sign: #7a4200; }
        @media (prefers-color-scheme: dark) {
          :root { --paper: #0e0f12; --ink: #f1f2f4; --soft: #a4abb6; --fill: #3a2a10; --sign: #ffc670; }
        }
        body { margin: 0; background: var(--paper); color: var(--ink);
          font: 15px/1.35 system-ui, -apple-system, "Segoe UI", Roboto, Cantarell, "Noto Sans", sans-serif; }
        main { min-height: 100vh; min-height: 100dvh; box-sizing: border-box; padding: 24px; display: flex;
          flex-direction: column; align-items: center; justify-content: center; text-align: center; }
        svg { width: 32px; height: 32px; padding: 16px; border-radius: 50%; margin-bottom: 20px; background: var(--fill);
          color: var(--sign); fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round;
          stroke-linejoin: round; }
        h1 { margin: 0 0 8px; max-width: 26ch; font-size: 24px; line-height: 1.25; text-wrap: balance; }
        p { margin: 0; max-width: 46ch; color: var(--soft); text-wrap: pretty; }
        @media (forced-colors: active) { svg { border: 1px solid CanvasText; } }
        """
}
