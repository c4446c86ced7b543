/// The style sheet of the pages on which a person decides.
enum ChoiceStyle {
    static let sheet: Markup = """
        \(HTMLStyle.base)
        :root { --brighter: #0054c2; --darker: #b04a00; }
        @media (prefers-color-scheme: dark) { :root { --brighter: #8bbcff; --darker: #ffab66; } }
        header, .question, .batch { max-width: 100rem; margin: 0 auto; padding: 0 1.5rem; }
        header { padding-top: 1.5rem; }
        .what { margin: 0; color: var(--soft); }
        h1 { margin: .1rem 0 .2rem; font-size: clamp(1.5rem, 3.5vw, 2.1rem); line-height: 1.15; letter-spacing: -.02em; }
        h2 { margin: .7rem 0 0; font-size: 1.05rem; overflow-wrap: anywhere; }
        .lead { max-width: 60rem; margin: 0 0 1rem; color: var(--soft); }
        .stopped { padding: .8rem 1rem; border-left: 4px solid var(--bad); background: var(--card); border-radius: 0 8px 8px 0; }
        .question { display: grid; grid-template-columns: minmax(14rem, 22rem) minmax(0, 1fr); gap: 1.2rem; padding-bottom: 5.5rem; }
        aside { position: sticky; top: 1rem; align-self: start; }
        main { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(25rem, 100%), 1fr)); gap: 1.2rem; align-items: start; }
        article, aside { padding: .9rem; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
        article:focus-within { border-color: var(--note); }
        article p, aside p { margin: .2rem 0 0; }
        .soft, .name { color: var(--soft); font-size: .9rem; overflow-wrap: anywhere; }
        .large { display: grid; grid-template: minmax(0, 1fr) / minmax(0, 1fr); place-items: center; height: clamp(10rem, 30vh, 18rem); border-radius: 6px; overflow: hidden; background: var(--line); }
        .large img, .large > svg { display: block; max-width: 100%; width: 100%; height: 100%; object-fit: contain; }
        .large a { display: block; position: relative; width: 100%; height: 100%; min-height: 0; }
        /* An SVG is placed like the picture under it, which has the same aspect ratio. */
        .part { position: absolute; inset: 0; width: 100%; height: 100%; }
        .absent { padding: 1rem; color: var(--soft); text-align: center; }
        .pair { display: grid; grid-template-columns: repeat(3, 1fr); gap: .5rem; margin: .8rem 0 0; }
        figure { margin: 0; } figure svg { display: block; width: 100%; border-radius: 4px; }
        figcaption { padding-top: .2rem; font-size: .8rem; line-height: 1.3; color: var(--soft); }
        .cells { image-rendering: pixelated; }
        .mark, .halo { fill: none; vector-effect: non-scaling-stroke; }
        .halo { stroke: #000; stroke-width: 4px; } .mark { stroke: #ffe14d; stroke-width: 2px; }
        .darker { color: var(--darker); font-weight: 600; } .brighter { color: var(--brighter); font-weight: 600; }
        article ul { margin: .6rem 0 0; padding-left: 1.1rem; font-size: .9rem; }
        table { width: 100%; table-layout: fixed; margin: .8rem 0; border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums; }
        th, td { padding: .3rem .5rem .3rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere; }
        thead th, thead td { border-top: 0; } th { color: var(--soft); font-weight: normal; }
        thead td { width: 4.5rem; }
        .differs { color: var(--bad); } .differs em { font-size: .85em; }
        button { padding: .55rem 1rem; border: 1px solid var(--soft); border-radius: 8px; background: var(--card); color: var(--text);
          font: inherit; cursor: pointer; }
        button:hover { border-color: var(--text); }
        button:focus-visible, a:focus-visible { outline: 3px solid var(--note); outline-offset: 2px; }
        .same { width: 100%; margin-top: .8rem; border-color: var(--text); background: var(--text); color: var(--ground); font-weight: 600; }
        kbd { padding: 0 .4em; border: 1px solid currentColor; border-radius: 4px; font: inherit; font-size: .8em; opacity: .75; }
        .answers { position: fixed; inset: auto 0 0; display: flex; justify-content: center; flex-wrap: wrap; gap: .8rem; padding: .8rem;
          background: var(--ground); border-top: 1px solid var(--line); }
        .answers .main, .controls .main { border-color: var(--text); background: var(--text); color: var(--ground); font-weight: 600; }
        button:disabled { opacity: .45; cursor: default; }
        .batch { padding-bottom: 6.5rem; }
        .pairs { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); gap: 1rem; margin: 0; padding: 0; list-style: none; }
        .pairs li { display: flex; flex-direction: column; gap: .3rem; padding: .7rem; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
        .pairs li:not(:has(:checked)) .frame { opacity: .35; }
        .tools { margin: 0 0 .6rem; } .tools button { padding: .3rem .8rem; font-size: .9rem; }
        .both { display: grid; grid-template-columns: 1fr 1fr; gap: .3rem; color: inherit; text-decoration: none; cursor: zoom-in; border-radius: 6px; }
        .both bdi { display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden; color: var(--text); font-weight: 600; overflow-wrap: anywhere; }
        .both figcaption span { display: block; }
        .frame { aspect-ratio: 4 / 3; border-radius: 4px; background: var(--ground); }
        .frame, .stage { position: relative; container-type: size; overflow: hidden; }
        .frame > img, .frame > svg, .stage > img, .stage > svg { position: absolute; top: 50%; left: 50%; width: 100cqw; height: 100cqh;
          object-fit: contain; transform: translate(-50%, -50%); }
        .frame > .turn1, .stage > .turn1 { width: 100cqh; height: 100cqw; transform: translate(-50%, -50%) rotate(90deg); }
        .frame > .turn2, .stage > .turn2 { transform: translate(-50%, -50%) rotate(180deg); }
        .frame > .turn3, .stage > .turn3 { width: 100cqh; height: 100cqw; transform: translate(-50%, -50%) rotate(270deg); }
        label { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .6rem; cursor: pointer; }
        .pairs label { margin-top: auto; padding-top: .3rem; } .pairs label .soft { margin-left: auto; }
        input[type=checkbox] { flex: none; width: 1.1rem; height: 1.1rem; margin: 0; accent-color: var(--note); translate: 0 .15rem; }
        input:focus-visible { outline: 3px solid var(--note); outline-offset: 2px; }
        .viewer { width: 100vw; max-width: none; height: 100dvh; max-height: none; margin: 0; padding: 0; border: 0; background: var(--ground); color: var(--text); }
        .viewer[open] { display: grid; grid-template-rows: minmax(0, 1fr) auto auto; }
        .stage { margin: .8rem .8rem 0; cursor: pointer; }
        /* An identifier has a gray picture only. */
        .stage:has(> svg) > img { filter: grayscale(1); }
        .stage > .hidden { visibility: hidden; }
        .caption { margin: .5rem 1rem 0; text-align: center; overflow-wrap: anywhere; }
        .controls { display: flex; justify-content: center; align-items: center; flex-wrap: wrap; gap: .5rem .8rem; margin: 0; padding: .6rem 1rem .9rem; }
        @media (max-width: 48rem) {
          kbd { display: none; }
          .batch { padding-left: 1rem; padding-right: 1rem; }
          .answers { gap: .4rem; padding: .6rem; } .answers button, .controls button { padding: .45rem .6rem; font-size: .9rem; }
          header, .question { padding-left: 1rem; padding-right: 1rem; }
          .question { grid-template-columns: 1fr; } aside { position: static; } }

        """
}
