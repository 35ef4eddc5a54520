/// The fixed parts of a page of books.
enum HTMLPage {
  static let head: StaticString = #"""
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src https://covers.openlibrary.org">
    <style>
    body { font: 15px/1.4 system-ui, sans-serif; margin: 1.5rem; display: flex;
      flex-direction: column; color: #222; background: #fff }
    #figures { order: -1; display: flex; flex-wrap: wrap; gap: 1rem 2rem }
    h1, #controls { order: -2 } h1 { order: -3; font-size: 1.4rem; margin: 0 0 .5rem }
    figure { margin: 0 } figcaption { font-weight: 600 } svg text { font-size: 12px; fill: currentColor }
    svg rect { fill: #4a7a9d } #controls { display: flex; gap: 1rem; margin-bottom: .5rem }
    #controls[hidden] { display: none }
    input[type=search] { font: inherit; padding: .3rem .5rem; width: 20rem; max-width: 60vw }
    table { border-collapse: collapse; display: block; overflow-x: auto; max-width: 100% }
    th, td { text-align: start; vertical-align: top; padding: .25rem .5rem; border-bottom: 1px solid #ddd }
    th button { font: inherit; font-weight: 600; border: 0; background: none; padding: 0; cursor: pointer; color: inherit }
    th[aria-sort=ascending] button::after { content: " \25B2" }
    th[aria-sort=descending] button::after { content: " \25BC" }
    td img { display: block; max-height: 60px; margin-bottom: .2rem }
    @media (prefers-color-scheme: dark) { body { color: #ddd; background: #1b1b1b } th, td { border-color: #444 } }
    @media print { #controls { display: none } }
    </style>
    </head>
    <body>

    """#

  static let beforeRows: StaticString = #"""
    <div id="controls" hidden><label>Search <input type="search" id="words"></label>
    <span id="shown" role="status"></span>
    <label><input type="checkbox" id="covers"> covers, from covers.openlibrary.org</label></div>
    <table id="books">
    <thead><tr><th data-kind="number">No.</th><th>Title</th><th>Authors</th><th>Series</th>
    <th>Published</th><th>Publisher</th><th>Language</th><th data-kind="number">Pages</th>
    <th data-kind="number">Rating</th><th>Shelf</th><th>Tags</th><th>ISBN</th></tr></thead>
    <tbody>

    """#

  static let afterRows: StaticString = "</tbody>\n</table>\n"

  /// Searches by words, whatever their case and accents, and sorts by the column that is pressed.
  static let script: StaticString = #"""
    <script>
    "use strict";
    (() => {
      const body = document.querySelector("#books tbody");
      const rows = Array.from(body.rows);
      const fold = text => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
        .replace(/ß/g, "ss").replace(/ø/g, "o").replace(/ł/g, "l").replace(/æ/g, "ae");
      let texts = null;
      const words = document.querySelector("#words");
      const shown = document.querySelector("#shown");
      const search = () => {
        texts = texts || rows.map(row => fold(row.textContent));
        const wanted = fold(words.value).split(/\s+/).filter(word => word);
        let count = 0;
        rows.forEach((row, index) => {
          const fits = wanted.every(word => texts[index].includes(word));
          row.hidden = !fits;
          if (fits) count += 1;
        });
        shown.textContent = wanted.length ? count + " of " + rows.length : "";
      };
      words.addEventListener("input", search);
      const heads = Array.from(document.querySelectorAll("#books th"));
      const order = new Map(rows.map((row, index) => [row, index]));
      const collator = new Intl.Collator(undefined, { numeric: true });
      heads.forEach((head, column) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = head.textContent;
        head.replaceChildren(button);
        button.addEventListener("click", () => {
          const down = head.getAttribute("aria-sort") === "ascending";
          heads.forEach(other => other.removeAttribute("aria-sort"));
          head.setAttribute("aria-sort", down ? "descending" : "ascending");
          const isNumber = head.dataset.kind === "number";
          const key = row => {
            const cell = row.cells[column];
            const text = cell.dataset.sort !== undefined ? cell.dataset.sort : cell.textContent;
            return isNumber ? (text === "" ? null : Number(text)) : text;
          };
          const keys = new Map(rows.map(row => [row, key(row)]));
          const empty = value => value === null || value === "";
          rows.slice().sort((a, b) => {
            const x = keys.get(a), y = keys.get(b);
            if (empty(x) !== empty(y)) return empty(x) ? 1 : -1;
            const way = isNumber ? x - y : collator.compare(x, y);
            return (down ? -way : way) || order.get(a) - order.get(b);
          }).forEach(row => body.appendChild(row));
        });
      });
      document.querySelector("#covers").addEventListener("change", event => {
        body.querySelectorAll("td[data-isbn] img").forEach(image => image.remove());
        if (!event.target.checked) return;
        body.querySelectorAll("td[data-isbn]").forEach(cell => {
          if (!cell.dataset.isbn) return;
          const image = document.createElement("img");
          image.loading = "lazy";
          image.alt = "";
          image.src = "https://covers.openlibrary.org/b/isbn/" + cell.dataset.isbn + "-S.jpg";
          cell.prepend(image);
        });
      });
      document.querySelector("#controls").hidden = false;
    })();
    </script>

    """#
}
