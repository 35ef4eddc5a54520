-- The view `catalogue`: the books as people see and edit them. Its names never change.
--
--   UPDATE catalogue SET title = 'X' WHERE number = 3   says it as the user: it beats what was
--                                                       fetched and imported
--   … SET title = NULL                                  takes back what the user said
--   … SET title = ''                                    says that there is none
--   … SET authors = '["A", "B"]', … SET tags = 'x'      a list is a JSON array; other text is
--                                                       its one element
--   INSERT INTO catalogue (title) VALUES ('X')          goes to the current account
--   DELETE FROM catalogue WHERE number = 3              puts into the trash

CREATE VIEW catalogue AS
SELECT
  b.number, b.id, a.name AS account, b.isbn, b.title, b.subtitle, b.authors, b.publisher,
  b.published, b.year, b.language, b.pages, b.series, b.series_number, b.subjects, b.tags,
  b.rating, b.shelf, b.notes, b.started_at, b.read_at, b.review, b.copies, b.location, b.binding,
  b.identifiers, b.added_at, b.edited_at, b.fetched_at,
  iif(b.fetched_at IS NULL, NULL, a.source) AS source, b.source_key,
  -- A ticket that was issued in the future comes from a clock that was set back.
  iif(
    EXISTS (
      SELECT 1 FROM tickets AS t
      WHERE t.number = b.number
        AND strftime('%Y-%m-%dT%H:%M:%fZ', 'now') >= t.issued_at
        AND strftime('%Y-%m-%dT%H:%M:%fZ', 'now') < t.expires_at),
    'in-flight', b.sync_state) AS sync
FROM books AS b JOIN accounts AS a ON a.id = b.account
WHERE b.removed_at IS NULL;

CREATE TRIGGER catalogue_update INSTEAD OF UPDATE ON catalogue
BEGIN
  SELECT RAISE(ABORT, 'number, id and account of a book cannot be changed')
  WHERE NEW.number IS NOT OLD.number OR NEW.id IS NOT OLD.id OR NEW.account IS NOT OLD.account;
  SELECT RAISE(ABORT, 'edited_at, fetched_at, source, source_key and sync are kept by the program')
  WHERE NEW.edited_at IS NOT OLD.edited_at OR NEW.fetched_at IS NOT OLD.fetched_at
    OR NEW.source IS NOT OLD.source OR NEW.source_key IS NOT OLD.source_key
    OR NEW.sync IS NOT OLD.sync;
  SELECT RAISE(ABORT, 'year is a number of one to four digits')
  WHERE NEW.year IS NOT OLD.year AND NEW.year <> ''
    AND (length(NEW.year) > 4 OR NEW.year GLOB '*[^0-9]*');
  SELECT RAISE(ABORT, 'identifiers takes a JSON object, such as {"asin": "B000…"}')
  WHERE NEW.identifiers IS NOT OLD.identifiers AND NEW.identifiers <> ''
    AND iif(json_valid(NEW.identifiers), json_type(NEW.identifiers), '') <> 'object';
  -- json_patch takes a null as "remove this key".
  UPDATE books
  SET typed = json_patch(typed, (
      SELECT '{' || coalesce(group_concat(json_quote(column1) || ':' || column3), '') || '}'
      FROM (VALUES
        ('title', NEW.title IS NOT OLD.title,
          iif(NEW.title IS NULL, 'null', json_quote(CAST(NEW.title AS TEXT)))),
        ('subtitle', NEW.subtitle IS NOT OLD.subtitle,
          iif(NEW.subtitle IS NULL, 'null', json_quote(CAST(NEW.subtitle AS TEXT)))),
        ('authors', NEW.authors IS NOT OLD.authors,
          CASE WHEN NEW.authors IS NULL THEN 'null'
            WHEN NEW.authors = '' THEN '[]'
            WHEN json_valid(NEW.authors) AND json_type(NEW.authors) = 'array' THEN NEW.authors
            ELSE json_array(CAST(NEW.authors AS TEXT)) END),
        ('publisher', NEW.publisher IS NOT OLD.publisher,
          iif(NEW.publisher IS NULL, 'null', json_quote(CAST(NEW.publisher AS TEXT)))),
        ('published', NEW.published IS NOT OLD.published,
          iif(NEW.published IS NULL, 'null', json_quote(CAST(NEW.published AS TEXT)))),
        ('language', NEW.language IS NOT OLD.language,
          iif(NEW.language IS NULL, 'null', json_quote(CAST(NEW.language AS TEXT)))),
        ('pages', NEW.pages IS NOT OLD.pages,
          CASE WHEN NEW.pages IS NULL THEN 'null'
            WHEN json_valid(NEW.pages) THEN NEW.pages
            ELSE json_quote(NEW.pages) END),
        ('series', NEW.series IS NOT OLD.series,
          iif(NEW.series IS NULL, 'null', json_quote(CAST(NEW.series AS TEXT)))),
        ('series_number', NEW.series_number IS NOT OLD.series_number,
          iif(NEW.series_number IS NULL, 'null', json_quote(CAST(NEW.series_number AS TEXT)))),
        ('subjects', NEW.subjects IS NOT OLD.subjects,
          CASE WHEN NEW.subjects IS NULL THEN 'null'
            WHEN NEW.subjects = '' THEN '[]'
            WHEN json_valid(NEW.subjects) AND json_type(NEW.subjects) = 'array' THEN NEW.subjects
            ELSE json_array(CAST(NEW.subjects AS TEXT)) END),
        ('tags', NEW.tags IS NOT OLD.tags,
          CASE WHEN NEW.tags IS NULL THEN 'null'
            WHEN NEW.tags = '' THEN '[]'
            WHEN json_valid(NEW.tags) AND json_type(NEW.tags) = 'array' THEN NEW.tags
            ELSE json_array(CAST(NEW.tags AS TEXT)) END),
        ('rating', NEW.rating IS NOT OLD.rating,
          CASE WHEN NEW.rating IS NULL THEN 'null'
            WHEN json_valid(NEW.rating) THEN NEW.rating
            ELSE json_quote(NEW.rating) END),
        ('shelf', NEW.shelf IS NOT OLD.shelf,
          iif(NEW.shelf IS NULL, 'null', json_quote(CAST(NEW.shelf AS TEXT)))),
        ('notes', NEW.notes IS NOT OLD.notes,
          iif(NEW.notes IS NULL, 'null', json_quote(CAST(NEW.notes AS TEXT)))),
        ('review', NEW.review IS NOT OLD.review,
          iif(NEW.review IS NULL, 'null', json_quote(CAST(NEW.review AS TEXT)))),
        ('started_at', NEW.started_at IS NOT OLD.started_at,
          iif(NEW.started_at IS NULL, 'null', json_quote(CAST(NEW.started_at AS TEXT)))),
        ('read_at', NEW.read_at IS NOT OLD.read_at,
          CASE WHEN NEW.read_at IS NULL THEN 'null'
            WHEN NEW.read_at = '' THEN '[]'
            WHEN json_valid(NEW.read_at) AND json_type(NEW.read_at) = 'array' THEN NEW.read_at
            ELSE json_array(CAST(NEW.read_at AS TEXT)) END),
        ('copies', NEW.copies IS NOT OLD.copies,
          CASE WHEN NEW.copies IS NULL THEN 'null'
            WHEN json_valid(NEW.copies) THEN NEW.copies
            ELSE json_quote(NEW.copies) END),
        ('location', NEW.location IS NOT OLD.location,
          iif(NEW.location IS NULL, 'null', json_quote(CAST(NEW.location AS TEXT)))),
        ('binding', NEW.binding IS NOT OLD.binding,
          iif(NEW.binding IS NULL, 'null', json_quote(CAST(NEW.binding AS TEXT)))),
        ('published', NEW.year IS NOT OLD.year AND NEW.published IS OLD.published,
          iif(NEW.year IS NULL, 'null', json_quote(CAST(NEW.year AS TEXT)))),
        -- Roles belong to the names beside them.
        ('contributors', NEW.authors IS NOT OLD.authors, 'null')
      )
      WHERE column2)),
    isbn = iif(NEW.isbn IS OLD.isbn, isbn, nullif(replace(replace(NEW.isbn, '-', ''), ' ', ''), '')),
    year = iif(NEW.year IS OLD.year, year, nullif(NEW.year, '')),
    added_at = NEW.added_at,
    edited_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE number = OLD.number;
  -- Identifiers are said key by key: those that differ, and a null for those left out.
  UPDATE books
  SET typed = iif(NEW.identifiers IS NULL, json_remove(typed, '$.identifiers'),
    json_set(typed, '$.identifiers', json((
      SELECT json_group_object(key, value)
      FROM (
        SELECT n.key, n.value FROM json_each(nullif(NEW.identifiers, '')) AS n
        WHERE n.value IS NOT (SELECT o.value FROM json_each(OLD.identifiers) AS o WHERE o.key = n.key)
          OR n.key IN (SELECT t.key FROM json_each(typed->>'$.identifiers') AS t)
        UNION ALL
        SELECT o.key, NULL FROM json_each(OLD.identifiers) AS o
        WHERE o.key NOT IN (SELECT n.key FROM json_each(nullif(NEW.identifiers, '')) AS n)
        UNION ALL
        SELECT t.key, NULL FROM json_each(typed->>'$.identifiers') AS t
        WHERE t.type = 'null'
          AND t.key NOT IN (SELECT n.key FROM json_each(nullif(NEW.identifiers, '')) AS n))))))
  WHERE number = OLD.number AND NEW.identifiers IS NOT OLD.identifiers;
END;

CREATE TRIGGER catalogue_insert INSTEAD OF INSERT ON catalogue
BEGIN
  SELECT RAISE(ABORT, 'number and id are given by the program')
  WHERE NEW.number IS NOT NULL OR NEW.id IS NOT NULL;
  SELECT RAISE(ABORT, 'edited_at, fetched_at, source, source_key and sync are kept by the program')
  WHERE coalesce(NEW.edited_at, NEW.fetched_at, NEW.source, NEW.source_key, NEW.sync) IS NOT NULL;
  SELECT RAISE(ABORT, 'no account has this name')
  WHERE NEW.account IS NOT NULL AND NEW.account NOT IN (SELECT name FROM accounts);
  SELECT RAISE(ABORT, 'no account is current: name one')
  WHERE NEW.account IS NULL AND NOT EXISTS (SELECT 1 FROM accounts WHERE is_current = 1);
  SELECT RAISE(ABORT, 'year is a number of one to four digits')
  WHERE NEW.year <> '' AND (length(NEW.year) > 4 OR NEW.year GLOB '*[^0-9]*');
  SELECT RAISE(ABORT, 'identifiers takes a JSON object, such as {"asin": "B000…"}')
  WHERE NEW.identifiers <> ''
    AND iif(json_valid(NEW.identifiers), json_type(NEW.identifiers), '') <> 'object';
  INSERT INTO books (account, isbn, sync_state, year, added_at, typed)
  SELECT a.id, i.isbn, iif(i.isbn IS NULL, 'no-isbn', 'never'), nullif(NEW.year, ''),
    coalesce(NEW.added_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    json_patch(
      iif(NEW.identifiers <> '', json_object('identifiers', json(NEW.identifiers)), '{}'), (
      SELECT '{' || coalesce(group_concat(json_quote(column1) || ':' || column3), '') || '}'
      FROM (VALUES
        ('title', NEW.title IS NOT NULL,
          iif(NEW.title IS NULL, 'null', json_quote(CAST(NEW.title AS TEXT)))),
        ('subtitle', NEW.subtitle IS NOT NULL,
          iif(NEW.subtitle IS NULL, 'null', json_quote(CAST(NEW.subtitle AS TEXT)))),
        ('authors', NEW.authors IS NOT NULL,
          CASE WHEN NEW.authors IS NULL THEN 'null'
            WHEN NEW.authors = '' THEN '[]'
            WHEN json_valid(NEW.authors) AND json_type(NEW.authors) = 'array' THEN NEW.authors
            ELSE json_array(CAST(NEW.authors AS TEXT)) END),
        ('publisher', NEW.publisher IS NOT NULL,
          iif(NEW.publisher IS NULL, 'null', json_quote(CAST(NEW.publisher AS TEXT)))),
        ('published', NEW.published IS NOT NULL,
          iif(NEW.published IS NULL, 'null', json_quote(CAST(NEW.published AS TEXT)))),
        ('language', NEW.language IS NOT NULL,
          iif(NEW.language IS NULL, 'null', json_quote(CAST(NEW.language AS TEXT)))),
        ('pages', NEW.pages IS NOT NULL,
          CASE WHEN NEW.pages IS NULL THEN 'null'
            WHEN json_valid(NEW.pages) THEN NEW.pages
            ELSE json_quote(NEW.pages) END),
        ('series', NEW.series IS NOT NULL,
          iif(NEW.series IS NULL, 'null', json_quote(CAST(NEW.series AS TEXT)))),
        ('series_number', NEW.series_number IS NOT NULL,
          iif(NEW.series_number IS NULL, 'null', json_quote(CAST(NEW.series_number AS TEXT)))),
        ('subjects', NEW.subjects IS NOT NULL,
          CASE WHEN NEW.subjects IS NULL THEN 'null'
            WHEN NEW.subjects = '' THEN '[]'
            WHEN json_valid(NEW.subjects) AND json_type(NEW.subjects) = 'array' THEN NEW.subjects
            ELSE json_array(CAST(NEW.subjects AS TEXT)) END),
        ('tags', NEW.tags IS NOT NULL,
          CASE WHEN NEW.tags IS NULL THEN 'null'
            WHEN NEW.tags = '' THEN '[]'
            WHEN json_valid(NEW.tags) AND json_type(NEW.tags) = 'array' THEN NEW.tags
            ELSE json_array(CAST(NEW.tags AS TEXT)) END),
        ('rating', NEW.rating IS NOT NULL,
          CASE WHEN NEW.rating IS NULL THEN 'null'
            WHEN json_valid(NEW.rating) THEN NEW.rating
            ELSE json_quote(NEW.rating) END),
        ('shelf', NEW.shelf IS NOT NULL,
          iif(NEW.shelf IS NULL, 'null', json_quote(CAST(NEW.shelf AS TEXT)))),
        ('notes', NEW.notes IS NOT NULL,
          iif(NEW.notes IS NULL, 'null', json_quote(CAST(NEW.notes AS TEXT)))),
        ('review', NEW.review IS NOT NULL,
          iif(NEW.review IS NULL, 'null', json_quote(CAST(NEW.review AS TEXT)))),
        ('started_at', NEW.started_at IS NOT NULL,
          iif(NEW.started_at IS NULL, 'null', json_quote(CAST(NEW.started_at AS TEXT)))),
        ('read_at', NEW.read_at IS NOT NULL,
          CASE WHEN NEW.read_at IS NULL THEN 'null'
            WHEN NEW.read_at = '' THEN '[]'
            WHEN json_valid(NEW.read_at) AND json_type(NEW.read_at) = 'array' THEN NEW.read_at
            ELSE json_array(CAST(NEW.read_at AS TEXT)) END),
        ('copies', NEW.copies IS NOT NULL,
          CASE WHEN NEW.copies IS NULL THEN 'null'
            WHEN json_valid(NEW.copies) THEN NEW.copies
            ELSE json_quote(NEW.copies) END),
        ('location', NEW.location IS NOT NULL,
          iif(NEW.location IS NULL, 'null', json_quote(CAST(NEW.location AS TEXT)))),
        ('binding', NEW.binding IS NOT NULL,
          iif(NEW.binding IS NULL, 'null', json_quote(CAST(NEW.binding AS TEXT)))),
        ('published', NEW.year IS NOT NULL AND NEW.published IS NULL,
          iif(NEW.year IS NULL, 'null', json_quote(CAST(NEW.year AS TEXT))))
      )
      WHERE column2))
  FROM accounts AS a,
    (SELECT nullif(replace(replace(NEW.isbn, '-', ''), ' ', ''), '') AS isbn) AS i
  WHERE iif(NEW.account IS NULL, a.is_current = 1, a.name = NEW.account);
END;

CREATE TRIGGER catalogue_delete INSTEAD OF DELETE ON catalogue
BEGIN
  UPDATE books SET removed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE number = OLD.number AND removed_at IS NULL;
END;
