/// The style sheets of pages, for light and dark mode, wide and narrow windows, and print.
enum HTMLStyle {
    /// The colours and fonts of all pages.
    static let base: Markup = """

        :root { --ground: #f6f6f4; --card: #fff; --text: #1c1c1e; --soft: #6b6b70; --line: #deded9; --link: #1c1c1e;
          --bad: #c4314b; --warn: #c77700; --note: #2f6fb5; --known: #7d8791; --left: #b9bcc0; --good: #2e8b57; }
        @media (prefers-color-scheme: dark) {
          :root { --ground: #161618; --card: #212124; --text: #ececee; --soft: #9c9ca3; --line: #37373c; --link: #ececee;
            --bad: #ff6b81; --warn: #ffb04d; --note: #6fb1f5; --known: #8f99a3; --left: #5b5e63; --good: #5cc98b; } }
        * { box-sizing: border-box; }
        html { scroll-behavior: smooth; -webkit-text-size-adjust: 100%; }
        body { margin: 0; background: var(--ground); color: var(--text);
          font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; }

        """

    /// The style sheet of import reports.
    static let sheet: Markup = """
        \(base)
        header, main, footer { max-width: 76rem; margin: 0 auto; padding: 0 1.5rem; }
        header { padding-top: 3rem; }
        .what { margin: 0; color: var(--soft); }
        h1 { margin: .2rem 0 .4rem; font-size: clamp(1.6rem, 4.5vw, 2.6rem); line-height: 1.15; letter-spacing: -.02em; }
        .lead { margin: 0 0 1.5rem; font-size: 1.1rem; color: var(--soft); }
        .lead strong { color: var(--warn); }
        .stopped { padding: .8rem 1rem; border-left: 4px solid var(--bad); background: var(--card); border-radius: 0 8px 8px 0; }
        .bad { --tone: var(--bad); } .warn { --tone: var(--warn); } .note { --tone: var(--note); }
        .known { --tone: var(--known); } .left { --tone: var(--left); } .good { --tone: var(--good); }
        .bar { display: flex; gap: 2px; height: 12px; border-radius: 6px; overflow: hidden; }
        .bar span { min-width: 4px; background: var(--tone); }
        .results { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: .9rem 0 0; padding: 0; list-style: none; }
        .results a { color: inherit; text-decoration: none; }
        .results a:hover { text-decoration: underline; }
        .results li::before { content: ""; display: inline-block; width: .7em; height: .7em; margin-right: .5em;
          border-radius: 50%; background: var(--tone); }
        section { margin: 2.5rem 0 0; padding-top: 1.2rem; border-top: 1px solid var(--line); }
        h2 { display: flex; align-items: baseline; flex-wrap: wrap; gap: .6rem; margin: 0; font-size: 1.3rem; line-height: 1.3; }
        .count { padding: 0 .6em; border-radius: 1em; background: var(--tone); color: var(--ground); font-size: .85rem;
          font-variant-numeric: tabular-nums; }
        .bytes { color: var(--soft); font-size: .85rem; font-weight: normal; }
        .done, .advice { margin: .3rem 0 0; max-width: 46rem; color: var(--soft); }
        .advice { color: var(--text); }
        .advice::before { content: "→ "; color: var(--tone); font-weight: bold; }
        a.name { color: var(--link); text-decoration: none; }
        a.name:hover { text-decoration: underline; }
        .folder { color: var(--soft); font-size: .85rem; overflow-wrap: anywhere; }
        .rows { margin: 1rem 0 0; padding: 0; list-style: none; background: var(--card); border: 1px solid var(--line);
          border-radius: 10px; overflow: hidden; }
        .rows li { display: grid; grid-template-columns: minmax(10rem, 1fr) minmax(0, 1.6fr); gap: 0 1.2rem; padding: .55rem 1rem;
          border-top: 1px solid var(--line); }
        .rows li:first-child { border-top: 0; }
        .rows .name { font-weight: 600; overflow-wrap: anywhere; }
        .rows .why { grid-column: 1 / -1; font-size: .9rem; }
        .gallery { display: flex; flex-wrap: wrap; gap: 12px; margin: 1rem 0 0; }
        .gallery::after { content: ""; flex: 1000 0 0; }
        figure { flex: var(--ratio) 1 calc(var(--ratio) * 9rem); max-width: calc(var(--ratio) * 14rem); min-width: 5.5rem; margin: 0; }
        figcaption { overflow: hidden; padding-top: .2rem; font-size: .75rem; line-height: 1.3; color: var(--soft); }
        figcaption .name, figcaption .duplicated { display: block; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; color: var(--soft); }
        .picture { position: relative; display: block; aspect-ratio: var(--ratio); overflow: hidden; border-radius: 6px;
          background: var(--line); box-shadow: 0 0 0 1px rgb(127 127 127 / .2); }
        .picture img { position: absolute; top: 0; left: 0; width: 100%; }
        .picture .gray { height: 100%; }
        /* The photo has no fixed height, so that the browser shows no symbol for a missing picture. */
        .picture .photo { min-height: 100%; object-fit: cover; }
        .kind { position: absolute; inset: 0; display: grid; place-items: center; color: var(--soft); font-weight: 600; letter-spacing: .05em; }
        .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(26rem, 100%), 1fr)); gap: 12px; margin: 1rem 0 0; }
        article { display: flex; gap: 1rem; padding: .9rem; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
        article .picture { flex: none; align-self: flex-start; width: min(10rem, 38%); }
        article .name { display: block; font-weight: 600; overflow-wrap: anywhere; }
        article p { margin: .4rem 0 0; font-size: .9rem; }
        article .raw { color: var(--soft); font-size: .8rem; overflow-wrap: anywhere; }
        .more { color: var(--soft); }
        code { font-size: .9em; }
        footer { margin-top: 3rem; padding-top: 1.2rem; padding-bottom: 3rem; color: var(--soft); font-size: .85rem; }
        footer dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: 0 0 1rem; }
        footer dt { grid-column: 1; } footer dd { grid-column: 2; margin: 0; overflow-wrap: anywhere; }
        @media (max-width: 40rem) {
          header, main, footer { padding-left: 1rem; padding-right: 1rem; }
          header { padding-top: 1.5rem; }
          .rows li { grid-template-columns: 1fr; }
          figure { flex-basis: calc(var(--ratio) * 6rem); } .gallery { gap: 8px; } }
        @media print {
          :root { --ground: #fff; --card: #fff; --text: #000; --soft: #444; --line: #bbb; --link: #000; }
          body { font-size: 10pt; } .bar span, .count { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
          section { break-before: auto; } h2, .done { break-after: avoid; } figure, article, .rows li { break-inside: avoid; } }

        """
}
