import Catalogue

/// What people and programs write above the columns of a table, in several languages.
enum TableNames {
  /// By field, names that hold just what the field does.
  static let synonyms: [String: [String]] = [
    "isbn": [
      "isbn13", "isbn-13", "isbn 13", "isbn_13", "isbn10", "isbn-10", "isbn 10", "isbn_10", "ean",
      "ean13", "isbn/ean", "ean_isbn13", "upc_isbn10", "isbn number", "isbn no", "isbn no.",
      "isbn-nummer", "isbn code", "isbn(s)", "isbns", "isbn 10/13", "isbn (13)", "isbn (10)",
    ],
    "title": [
      "titel", "titre", "titulo", "titolo", "book title", "book name", "titel des buches", "titlu",
      "название", "заглавие", "название книги", "назва", "tytuł", "název", "názov", "cím", "naslov",
      "tittel", "otsikko", "nimi", "kitap adı", "başlık", "τίτλος", "書名", "タイトル", "书名", "제목",
    ],
    "subtitle": [
      "untertitel", "sous-titre", "subtitulo", "sottotitolo", "ondertitel", "подзаголовок",
      "podtytuł", "undertitel",
    ],
    "author": [
      "verfasser", "autor", "autoren", "auteur", "auteurs", "autore", "autori", "autores",
      "author(s)", "author (last, first)", "author name", "author names", "book author", "writer",
      "författare", "autor(en)", "autor(es)", "auteur(s)", "autor/in", "creator", "schrijver",
      "автор", "авторы", "автор(ы)", "autorzy", "autoři", "szerző", "szerzők", "forfatter",
      "kirjailija", "tekijä", "yazar", "συγγραφέας", "著者", "作者", "저자", "author 1", "author1",
      "primary author", "main author",
    ],
    "publisher": [
      "verlag", "editeur", "editorial", "editora", "editore", "casa editrice", "uitgever",
      "uitgeverij", "förlag", "forlag", "издательство", "видавництво", "wydawnictwo", "wydawca",
      "nakladatelství", "vydavatel", "kiadó", "kustantaja", "yayınevi", "出版社", "出版者", "출판사",
    ],
    "published": [
      "date", "publication date", "publish date", "date published", "published date",
      "publish_date", "publication_date", "published_date", "pub date", "release date",
      "date of publication", "published on", "erscheinungsdatum", "pubdate", "veröffentlicht",
      "date de publication", "date de parution", "fecha de publicación", "data di pubblicazione",
      "data de publicação", "publicatiedatum", "дата издания", "дата публикации", "data wydania",
      "datum vydání", "発売日", "出版日期",
    ],
    "year": [
      "jahr", "erscheinungsjahr", "annee", "ano", "anno", "jaar", "publication year",
      "year published", "publish year", "published year", "publication_year", "pub year",
      "year of publication", "release year", "année de publication", "año de publicación",
      "anno di pubblicazione", "ano de publicação", "publicatiejaar", "utgivningsår", "год",
      "год издания", "рік", "rok", "rok wydania", "rok vydání", "出版年",
    ],
    "language": [
      "sprache", "langue", "idioma", "lingua", "taal", "languages", "lang", "языки", "язык", "мова",
      "język", "jazyk", "språk", "sprog", "kieli", "nyelv", "dil", "言語", "语言",
    ],
    "pages": [
      "seiten", "seitenzahl", "number of pages", "page count", "num_pages", "numpages", "pagine",
      "paginas", "page_count", "pagecount", "no. of pages", "num pages", "anzahl seiten",
      "nombre de pages", "número de páginas", "nº de páginas", "numero di pagine", "pagina's",
      "aantal pagina's", "страниц", "страницы", "количество страниц", "кол-во страниц", "strony",
      "liczba stron", "počet stran", "oldalszám", "sidor", "antal sidor", "sider", "sayfa",
      "sayfa sayısı", "ページ数", "页数",
    ],
    "series": [
      "reihe", "serie", "series name", "series title", "coleccion", "coleção", "collana", "reeks",
      "серия", "cykl", "sarja",
    ],
    "series_number": [
      "series number", "volume", "band", "series index", "series #", "series no", "series no.",
      "number in series", "book number", "bandnummer", "tome", "tomo", "том", "номер в серии",
      "tom",
    ],
    "subjects": ["subject", "schlagworter", "sujets", "materias", "soggetti"],
    "tags": [
      "tag", "keywords", "labels", "etiquetas", "étiquettes", "etichette", "теги", "tagi", "štítky",
    ],
    "rating": [
      "bewertung", "my rating", "stars", "star rating", "personal rating", "user rating",
      "your rating", "calificación", "valoración", "avaliação", "valutazione", "beoordeling",
      "оценка", "ocena", "hodnocení", "betyg",
    ],
    "shelf": [
      "status", "read status", "reading_status", "reading status", "exclusive shelf", "lesestatus",
      "reading state", "статус", "statut", "estado", "stato",
    ],
    "notes": [
      "note", "notizen", "bemerkungen", "bemerkung", "anmerkungen", "comment", "comments",
      "my notes", "private notes", "notas", "comentarios", "remarques", "opmerkingen", "примечания",
      "заметки", "notatki", "uwagi", "poznámky",
    ],
    "review": [
      "rezension", "my review", "reseña", "critique", "recensione", "recensie", "рецензия", "отзыв",
      "recenzja", "recenze",
    ],
    "started_at": [
      "date started", "started", "start date", "started at", "began", "started on",
      "date de début", "fecha de inicio", "leesbegin",
    ],
    "read_at": [
      "date read", "date finished", "finished", "read at", "gelesen am", "finish date", "completed",
      "date completed", "end date", "finished on", "read date", "last read", "dates read",
      "finished at", "lu le", "date de lecture", "fecha de lectura", "gelezen op", "дата прочтения",
      "data przeczytania",
    ],
    "added_at": [
      "date added", "added", "added at", "added on", "date created", "created", "created at",
      "entry date", "hinzugefügt am", "date d'ajout", "fecha de alta", "дата добавления",
    ],
    "copies": [
      "quantity", "anzahl", "number of copies", "exemplare", "exemplaires", "ejemplares",
      "esemplari",
    ],
    "location": [
      "standort", "shelf location", "emplacement", "ubicación", "localização", "posizione",
      "местоположение",
    ],
    "binding": [
      "format", "einband", "media", "media type", "book format", "physical format", "reliure",
      "encuadernación", "rilegatura", "переплет", "oprawa", "vazba",
    ],
  ]

  /// Names of columns for which no field has just the same meaning.
  static let others: [String: TableField] = {
    var others: [String: TableField] = [:]
    for name in [
      "genre", "genres", "genre(s)", "category", "categories", "kategorie", "kategorien", "genero",
      "géneros", "genere", "gêneros", "жанр", "жанры", "gatunek", "žánr", "műfaj",
    ] {
      others[name] = .words("subjects")
    }
    for name in ["creators"] { others[name] = .names(.comma) }
    for name in [
      "additional authors", "additional author", "secondary author", "secondary authors",
      "other authors", "co-author", "co-authors", "coauthor", "coauthors", "second author",
      "author 2", "author 3", "author 4", "author 5", "author2", "author3", "author4", "author5",
    ] {
      others[name] = .people(nil)
    }
    for (role, names) in [
      "translator": [
        "übersetzer", "traducteur", "traductor", "traduttore", "tradutor", "переводчик",
      ],
      "editor": ["herausgeber"], "illustrator": ["illustrateur", "ilustrador", "illustratore"],
      "narrator": ["erzähler", "narrateur"],
    ] {
      for name in [role, role + "s", role + "(s)"] + names { others[name] = .people(role) }
    }
    for name in firstNames + lastNames { others[name] = .kept }
    return others
  }()

  private static let firstNames = [
    "author first name", "author first", "author firstname", "first name", "first_name", "vorname",
    "prénom",
  ]
  private static let lastNames = [
    "author last name", "author last", "author lastname", "author surname", "last name",
    "last_name", "surname", "nachname", "nom de l'auteur",
  ]

  /// Makes a person of a name in two columns, or the form that sorts of the first author.
  static func takeParts(_ row: inout TableRow) {
    func part(_ names: [String]) -> (name: String, text: String)? {
      for name in names {
        if let text = row.kept[FoldedText.fold(name)] { return (name, text) }
      }
      return nil
    }
    let first = part(firstNames)
    let last = part(lastNames)
    let name = [first?.text, last?.text].compactMap(\.self).joined(separator: " ")
    guard !name.isEmpty else { return }
    var sort: String?
    if let first, let last { sort = last.text + ", " + first.text }
    guard let author = row.authors.first else {
      return row.authors.append(Contributor(name: name, sortName: sort))
    }
    if author.name == name {
      row.authors[0].sortName = author.sortName ?? sort
    } else {
      for part in [first, last].compactMap(\.self) { row.keepOther(part.name, .string(part.text)) }
    }
  }

  /// People in a cell, for tables in which nothing says what stands between them.
  ///
  /// ` & ` and ` / ` stand between people where each side has a name of several words: Faber & Faber is
  /// one.
  static func people(in text: String) -> [Contributor] {
    if text.contains(";") { return Contributor.split(text, by: .semicolon) }
    if text.contains("|") { return Contributor.split(text, by: .bar) }
    for sign in [" & ", " / "] where text.contains(sign) {
      let parts = text.split(separator: sign).map { TextForm.collapsed(String($0)) }
      if parts.allSatisfy({ $0.contains(" ") }) {
        return Contributor.split(parts.joined(separator: ";"), by: .semicolon)
      }
    }
    return Contributor.split(text, by: .semicolon)
  }
}
