#ifndef CSQLITE_RANKING_H
#define CSQLITE_RANKING_H

#include <math.h>
#include <sqlite3.h>
#include <string.h>

// How well a row of the search index matches: the function of the index for `ORDER BY`, less is better.
//
// It is Okapi BM25, as SQLite's own bm25() is (https://www.sqlite.org/fts5.html, section 5.1.1), but for
// one thing: bm25() goes through every row that has one of the words, to weigh rare words more, and in a
// large library that takes longer than all the rest. Here no more rows than these are counted, so that
// two words that are both more common than this weigh the same; a word alone is not counted at all, nor
// is one that is only begun, for which the index would put together all rows with such words again.
enum { csqlite_counted_rows = 4096 };

// What is the same for every row of a query.
struct csqlite_ranking {
  double average;   // words in a row
  double weights[]; // of each phrase, then room for as many sums
};

static inline int csqlite_count_row(
    const Fts5ExtensionApi *api, Fts5Context *match, void *count) {
  (void)api;
  (void)match;
  return ++*(int *)count < csqlite_counted_rows ? SQLITE_OK : SQLITE_DONE;
}

// Whether a phrase is the beginning of a word, which weighs what the phrase before it does: the same
// word as a whole.
static inline int csqlite_is_begun(sqlite3_uint64 begun, int phrase) {
  return phrase < 64 && (begun >> phrase & 1);
}

static inline int csqlite_prepare_ranking(
    const Fts5ExtensionApi *api, Fts5Context *match, int phrases, sqlite3_uint64 begun,
    struct csqlite_ranking **made) {
  sqlite3_int64 rows = 0, words = 0;
  int code = api->xRowCount(match, &rows);
  if (code == SQLITE_OK) code = api->xColumnTotalSize(match, -1, &words);
  if (code != SQLITE_OK) return code;
  struct csqlite_ranking *ranking =
      sqlite3_malloc64(sizeof *ranking + 2 * (sqlite3_uint64)phrases * sizeof(double));
  if (!ranking) return SQLITE_NOMEM;
  ranking->average = rows > 0 && words > 0 ? (double)words / (double)rows : 1;
  int counted = 0;
  for (int phrase = 0; phrase < phrases; phrase++) counted += !csqlite_is_begun(begun, phrase);
  for (int phrase = 0; phrase < phrases; phrase++) {
    int count = 0;
    if (csqlite_is_begun(begun, phrase) && phrase > 0) {
      ranking->weights[phrase] = ranking->weights[phrase - 1];
      continue;
    }
    // mutant rare-word-weighs: `if (counted > 1) {` -> `if (counted > phrases) {` (BookSearchTests)
    if (counted > 1) {
      code = api->xQueryPhrase(match, phrase, &count, csqlite_count_row);
      if (code != SQLITE_OK) {
        sqlite3_free(ranking);
        return code;
      }
    }
    double weight = log(((double)rows - count + 0.5) / (count + 0.5));
    // A word that is in more than half of the rows must still count for something.
    ranking->weights[phrase] = weight > 0 ? weight : 1e-6;
  }
  // Frees it by itself when it fails.
  code = api->xSetAuxdata(match, ranking, sqlite3_free);
  *made = ranking;
  return code;
}

// The arguments are which phrases are begun (bit 0 is the first one) and the weights of the columns; a
// missing one is 1.
static inline void csqlite_rank(
    const Fts5ExtensionApi *api, Fts5Context *match, sqlite3_context *result, int count,
    sqlite3_value **values) {
  const double saturation = 1.2, length = 0.75;
  int phrases = api->xPhraseCount(match);
  int code = SQLITE_OK;
  struct csqlite_ranking *ranking = api->xGetAuxdata(match, 0);
  if (!ranking) {
    sqlite3_uint64 begun = count > 0 ? (sqlite3_uint64)sqlite3_value_int64(values[0]) : 0;
    code = csqlite_prepare_ranking(api, match, phrases, begun, &ranking);
  }
  int places = 0, size = 0;
  if (code == SQLITE_OK) code = api->xInstCount(match, &places);
  if (code == SQLITE_OK) code = api->xColumnSize(match, -1, &size);
  if (code != SQLITE_OK) return sqlite3_result_error_code(result, code);
  double *sums = ranking->weights + phrases;
  memset(sums, 0, (size_t)phrases * sizeof *sums);
  for (int place = 0; place < places; place++) {
    int phrase = 0, column = 0, offset = 0;
    code = api->xInst(match, place, &phrase, &column, &offset);
    if (code != SQLITE_OK) return sqlite3_result_error_code(result, code);
    if (phrase < 0 || phrase >= phrases) continue;
    sums[phrase] += column >= 0 && column + 1 < count ? sqlite3_value_double(values[column + 1]) : 1;
  }
  double score = 0;
  for (int phrase = 0; phrase < phrases; phrase++)
    score += ranking->weights[phrase] * sums[phrase] * (saturation + 1) /
             (sums[phrase] + saturation * (1 - length + length * size / ranking->average));
  sqlite3_result_double(result, -score);
}

// Adds the function `name` to the search indexes of a connection.
static inline int csqlite_add_ranking(sqlite3 *database, const char *name) {
  fts5_api *api = 0;
  sqlite3_stmt *statement = 0;
  int code = sqlite3_prepare_v2(database, "SELECT fts5(?1)", -1, &statement, 0);
  if (code == SQLITE_OK) {
    sqlite3_bind_pointer(statement, 1, &api, "fts5_api_ptr", 0);
    sqlite3_step(statement);
  }
  sqlite3_finalize(statement);
  if (code != SQLITE_OK) return code;
  if (!api || api->iVersion < 2) return SQLITE_ERROR;
  return api->xCreateFunction(api, name, 0, csqlite_rank, 0);
}

#endif
