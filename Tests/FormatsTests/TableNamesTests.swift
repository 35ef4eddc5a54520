import Catalogue
import Formats
import Testing

@Suite("A table that people or other programs made")
struct TableNamesTests {
  @Test(
    "may have lines above its header",
    arguments: [
      "My books\n\nTitle,Author,ISBN\n", "My books,,\nExported:,2024-01-01,\nTitle,Author,ISBN\n",
      "sep=,\nMy books\nTitle,Author,ISBN\n", "\"Books, read\nor not\"\nTitle,Author,ISBN\n",
    ])
  func preamble(header: String) throws {
    let text = header + "T,A B,9780765326355\nTitle,Author,ISBN\n"
    for chunk in [3, 1 << 16] {
      let rows = try read(text, chunk: chunk)
      let book = try #require(rows.books.first)
      #expect(book.details.title == "T" && book.details.authors == ["A B"])
      #expect(book.isbn?.description == "9780765326355")
      // Below it the same words are a row like any other.
      #expect(rows.count == 2)
    }
    let semicolons = "A list, with, many, commas, in it\nTitel;Autor;ISBN\nT;A B;9780765326355\n"
    #expect(try read(semicolons).books.map(\.details.title) == ["T"])
  }

  @Test("may name a column twice, or two for one field, and loses neither")
  func repeatedNames() throws {
    let text =
      "Title,ISBN,Title,Notes,Comments,Date,Mood,Mood,Tags,Keywords,Year\n"
      + "T,9780765326355,U,n,c,2003-05,x,y,a,\"b, a\",1815\n,9780143039952,V,,c,,,,,,1990\n"
    let books = try read(text).books
    let first = try #require(books.first?.details)
    #expect(first.title == "T" && first.notes == "n" && first.published == "2003-05")
    #expect(first.tags == ["a", "b"])
    #expect(
      first.other == [
        "Title (2)": .string("U"), "Comments": .string("c"), "Mood": .string("x"),
        "Mood (2)": .string("y"), "year": .string("1815"),
      ])
    let second = try #require(books.last?.details)
    #expect(second.title == "V" && second.notes == "c" && second.published == "1990")
    #expect(second.other == nil)
  }

  @Test("may have bars between its cells, and text may have bars")
  func bars() throws {
    let book = try #require(try read("title|author|isbn\nA|X Y|9780765326355\n").books.first)
    #expect(book.details.title == "A" && book.details.authors == ["X Y"])
    #expect(try read("title,author\nA|B,X Y|Z W\n").books.first?.details.title == "A|B")
  }

  @Test("may say in many words that there is nothing")
  func nothing() throws {
    let words = ["NULL", "null", "NaN", "N/A", "n/a", "#N/A", "\\N", "-", "—"]
    for word in words {
      let row = "T,\(word),\(word),\(word),\(word),\(word)\n"
      let book = try #require(
        try read("title,author,isbn,rating,tags,mood\n" + row).books.first)
      var expected = BookDetails()
      expected.title = "T"
      #expect(book.details == expected && book.warnings == [], "\(word)")
    }
    #expect(try read("title,author\nN/A,A B\n").books.first?.details.title == "N/A")
    // What we wrote is meant.
    let own = "number,account,source_key,sync,title,authors\n1,home,,never,T,NULL\n"
    #expect(try read(own).books.first?.details.authors == ["NULL"])
  }

  @Test("may have made fractions of whole numbers")
  func fractions() throws {
    let details = try #require(
      try read("title,year,series,series number,copies\nT,2003.0,S,2.0,1.0\n").books.first
    ).details
    #expect(details.published == "2003" && details.seriesNumber == "2" && details.copies == 1)
    let goodreads = Goodreads.file([["Book Id": "1", "Title": "T", "Year Published": "2003.0"]])
    #expect(try read(goodreads).books.first?.details.published == "2003")
  }

  @Test("says how to name its columns when it does not name them itself")
  func mapHint() throws {
    #expect {
      try read("Name;Who\nEmma;Jane Austen\n", format: .table)
    } throws: { error in
      "\(error)".contains("--map COLUMN=FIELD")
    }
    let format = ImportFormat.table(columns: ["Name": "title", "Who": "author"])
    #expect(
      try read("Name;Who\nEmma;Jane Austen\n", format: format).books.map(\.details.title) == [
        "Emma"
      ])
  }

  @Test("may end each line with a separator")
  func trailingSeparator() throws {
    let rows = try read("title,isbn,\nT,9780765326355,\n")
    #expect(rows.books.first?.warnings == [] && rows.books.first?.details.other == nil)
  }

  @Test(
    "has names in many languages",
    arguments: [
      "Название;Автор;ISBN;Издательство;Год;Страниц",
      "Tytuł;Autor;ISBN;Wydawnictwo;Rok wydania;Liczba stron",
      "書名;著者;ISBN;出版社;出版年;ページ数",
      "Book Title;Author Name;EAN13;Publisher Name;Publication_Year;No. of pages",
      "Título;Autor(es);ISBN/EAN;Editora;Ano de publicação;Número de páginas",
    ])
  func languages(header: String) throws {
    let row = "T;A B;9780765326355;P;2001;320 с."
    let details = try #require(try read(header + "\n" + row + "\n").books.first).details
    #expect(details.title == "T" && details.authors == ["A B"] && details.published == "2001")
    #expect(details.pages == 320)
    #expect(details.publisher == "P" || details.other == ["Publisher Name": .string("P")])
  }

  @Test("may have names of people in columns of their own")
  func people() throws {
    let parts = try #require(
      try read("Title,Author First Name,Author Last Name\nEmma,Jane,Austen\n").books.first
    ).details
    #expect(parts.authors == ["Jane Austen"])
    #expect(parts.contributors?.first?.sortName == "Austen, Jane")
    let numbered = try #require(
      try read("Title,Author 1,Author 2,Author 3,Translator\nT,A B,\"Doe, Jane\",,Tom Tell\n").books
        .first
    ).details
    #expect(numbered.authors == ["A B", "Jane Doe"])
    #expect(numbered.contributors?.last == Contributor(name: "Tom Tell", role: "translator"))
    let both = try #require(
      try read("title,creators,first_name,last_name\nT,\"Jane Austen, A B\",Jane,Austen\n").books
        .first
    ).details
    #expect(both.authors == ["Jane Austen", "A B"] && both.other == nil)
    #expect(both.contributors?.first?.sortName == "Austen, Jane")
  }

  @Test(
    "may have other signs between people, where they can be nothing else",
    arguments: [
      ("Austen, Jane & Smith, John", ["Jane Austen", "John Smith"]),
      ("Terry Pratchett & Neil Gaiman", ["Terry Pratchett", "Neil Gaiman"]),
      ("Terry Pratchett / Neil Gaiman", ["Terry Pratchett", "Neil Gaiman"]),
      ("Flamant, Françoise|Doe, Jane", ["Françoise Flamant", "Jane Doe"]),
      ("Jane Austen, Tom Tell", ["Jane Austen, Tom Tell"]),
      ("Le Guin, Ursula K.", ["Ursula K. Le Guin"]), ("Austen, Jane Anne", ["Jane Anne Austen"]),
      ("van der Berg, Jan Maria", ["Jan Maria van der Berg"]),
      ("Conan Doyle, Arthur C.", ["Arthur C. Conan Doyle"]),
      ("Faber & Faber", ["Faber & Faber"]), ("A B; Smith & Sons", ["A B", "Smith & Sons"]),
    ])
  func separators(cell: String, authors: [String]) throws {
    #expect(
      try read("title,author\nT,\"\(cell)\"\n").books.first?.details.authors == authors)
  }

  @Test("has commas between tags where it has no semicolons, unless we wrote it")
  func tags() throws {
    func book(_ header: String, _ row: String) throws -> BookDetails {
      try #require(try read(header + "\n" + row + "\n").books.first).details
    }
    #expect(try book("title,tags", "T,\"a, b c,\"").tags == ["a", "b c"])
    #expect(try book("title,tags", "T,\"a, b; c\"").tags == ["a, b", "c"])
    #expect(try book("title,genre", "T,\"Fiction, Crime\"").subjects == ["Fiction", "Crime"])
    #expect(try book("title,subjects", "T,\"Poets, English\"").subjects == ["Poets, English"])
    #expect(
      try book("number,account,source_key,sync,title,tags", "1,home,,never,T,\"a, b\"").tags
        == ["a, b"])
  }

  @Test("of Libib gives each field")
  func libib() throws {
    let text = """
      item_type,title,creators,first_name,last_name,ean_isbn13,upc_isbn10,description,publisher,\
      publish_date,group,tags,notes,price,length,number_of_discs,number_of_players,age_group,ensemble,\
      aspect_ratio,esrb,rating,review,review_date,status,began,completed,added,copies
      book,Emma,Jane Austen,Jane,Austen,9780141439587,0141439580,A novel.,Penguin,2003-05-06,Old,\
      "love,class",signed,,512,,,,,,,4.5,Good,2019-01-02,Completed,2018-12-01,2019-01-01,2018-11-30,2

      """
    let book = try #require(try read(text).books.first)
    let details = book.details
    #expect(book.isbn?.description == "9780141439587" && book.warnings == [])
    #expect(book.addedAt?.description == "2018-11-30T00:00:00.000Z")
    #expect(details.authors == ["Jane Austen"] && details.published == "2003-05-06")
    #expect(details.tags == ["love", "class"] && details.rating == 4.5 && details.copies == 2)
    #expect(details.startedAt == "2018-12-01" && details.readAt == ["2019-01-01"])
    #expect(details.shelf == "Completed" && details.review == "Good" && details.notes == "signed")
    #expect(
      details.other == [
        "item_type": .string("book"), "description": .string("A novel."), "group": .string("Old"),
        "length": .string("512"), "review_date": .string("2019-01-02"),
      ])
  }
}
