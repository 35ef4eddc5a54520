import Glibc
import Testing

/// The page of `export --format html` in a real browser.
@Suite struct ExportPageTests {
  private let sandbox = Sandbox()

  private static let browser = ["chromium", "chromium-browser", "google-chrome"]
    .first(where: Tool.isThere)

  @Test(
    "searches, sorts and shows figures, asks nobody for anything, and runs nothing of the books",
    .enabled(if: browser != nil, "no chromium is installed"))
  func page() throws {
    let books = [
      ["--title", "Die Straße", "--author", "Ann Zett", "--published", "1999", "--pages", "90"],
      ["--title", "<script>document.title='bad'</script>", "--published", "2004"],
      ["--title", "Çelik", "--author", "Bo Alt", "--published", "1991", "--pages", "1000"],
    ]
    for book in books { #expect(try sandbox.run(arguments: ["add"] + book).status == 0) }
    #expect(try sandbox.run("export", "--format", "html", "-o", "page.html").status == 0)
    let page = try #require(sandbox.read(sandbox.path("page.html")))
    // What a person would do, and what they would see then.
    let script = """
      <script>
      const seen = {};
      const titles = () => Array.from(document.querySelectorAll("#books tbody tr"))
        .filter(row => !row.hidden).map(row => row.cells[1].textContent);
      const press = column =>
        document.querySelectorAll("#books th")[column].querySelector("button").click();
      const search = words => {
        const field = document.querySelector("#words");
        field.value = words;
        field.dispatchEvent(new Event("input"));
        return titles();
      };
      seen.strasse = search("strasse ann");
      seen.celik = search("celik");
      seen.none = search("nobody");
      seen.all = search("").length;
      press(7);
      seen.pages = titles();
      press(7);
      seen.pagesDown = titles();
      press(1);
      seen.byTitle = titles();
      seen.bars = document.querySelectorAll("#figures svg rect").length;
      seen.images = document.images.length;
      seen.title = document.title;
      document.querySelector("#covers").click();
      seen.covers = document.images.length;
      document.body.dataset.seen = JSON.stringify(seen);
      </script></body>
      """
    sandbox.write("driven.html", page.replacing("</body>", with: script))
    let result = try sandbox.run(
      tool: Self.browser ?? "", "--headless", "--no-sandbox", "--disable-gpu",
      "--disable-dev-shm-usage", "--user-data-dir=\(sandbox.path("profile"))",
      "--host-resolver-rules=MAP * ~NOTFOUND", "--dump-dom", "--enable-logging=stderr",
      "file://\(sandbox.path("driven.html"))")
    let dom = result.output
    let start = try #require(dom.firstRange(of: "data-seen=\""), "\(result)")
    let seen = dom[start.upperBound...].prefix { $0 != "\"" }.replacing("&quot;", with: "\"")
      .replacing("&lt;", with: "<").replacing("&gt;", with: ">")
    #expect(seen.contains(#""strasse":["Die Straße"]"#))
    #expect(seen.contains(#""celik":["Çelik"]"#))
    #expect(seen.contains(#""none":[]"#))
    #expect(seen.contains(#""all":3"#))
    let script2 = "<script>document.title='bad'</script>"
    #expect(seen.contains("\"pages\":[\"Die Straße\",\"Çelik\",\"\(script2)\"]"))
    #expect(seen.contains("\"pagesDown\":[\"Çelik\",\"Die Straße\",\"\(script2)\"]"))
    #expect(seen.contains(#""images":0"#))
    #expect(seen.contains(#""title":"Library""#))
    #expect(!seen.contains(#""bars":0"#))
    #expect(!result.errors.contains("Uncaught"))
  }
}
