/// How a page looks, by day and by night.
enum HTMLStyle {
  static let sheet = """
    :root { color-scheme: light dark; --ground: #fbfaf7; --paper: #fff; --ink: #22252b;
      --faint: #6a6f7a; --line: #e3e0d8; --accent: #0a62b0; --trouble: #a3361f; }
    @media (prefers-color-scheme: dark) {
      :root { --ground: #15171c; --paper: #1d2027; --ink: #e4e4e0; --faint: #9a9fab;
        --line: #31353f; --accent: #7db8f0; --trouble: #f0977f; }
    }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 42rem; padding: 1.5rem 1rem 4rem; background: var(--ground);
      color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
    a { color: var(--accent); text-underline-offset: .15em; }
    h1 { margin: 0; font-size: 1.6rem; }
    h2 { margin: 2.5rem 0 1rem; font-size: 1.2rem; }
    body > header > p { margin: .2rem 0 .8rem; }
    nav a { margin-inline-end: 1rem; }
    article { margin: 0 0 1rem; padding: 1rem; background: var(--paper);
      border: 1px solid var(--line); border-radius: .6rem; }
    article > header, footer, figcaption, .reply, .count, body > header > p { color: var(--faint); }
    article > header b { color: var(--ink); }
    article > header a { float: inline-end; color: inherit; text-decoration: none; }
    article > header a:hover { text-decoration: underline; }
    p { margin: .5rem 0; }
    .text { white-space: pre-wrap; }
    .name { color: var(--accent); }
    .trouble { color: var(--trouble); }
    code { font: .9em ui-monospace, monospace; }
    figure { margin: .75rem 0; }
    img { display: block; max-width: 100%; height: auto; border-radius: .4rem; }
    figcaption, footer, .reply { font-size: .875rem; }
    summary { cursor: pointer; font-weight: 600; }
    blockquote, .card { margin: .75rem 0; padding: .5rem .9rem; border: 1px solid var(--line);
      border-radius: .4rem; }
    ul { margin: .5rem 0; padding-inline-start: 1.2rem; }
    li span { color: var(--faint); }
    @media print { body { max-width: none; } article { break-inside: avoid; } }
    """
}
