#include "plain_storage.h"

#include <malloc.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct plain_database {
  sqlite3 *handle;
  sqlite3_stmt *get, *put, *scan, *begin, *commit;
};

static sqlite3_stmt *prepared(sqlite3 *handle, const char *sql) {
  sqlite3_stmt *statement = NULL;
  sqlite3_prepare_v3(handle, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
  return statement;
}

void plain_keep_memory(void) {
  mallopt(M_MMAP_THRESHOLD, 1 << 28);
  mallopt(M_TRIM_THRESHOLD, 1 << 28);
}

plain_database *plain_open(const char *path) {
  plain_database *database = calloc(1, sizeof *database);
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
  if (!database || sqlite3_open_v2(path, &database->handle, flags, NULL) != SQLITE_OK) return NULL;
  sqlite3_exec(database->handle,
               "PRAGMA secure_delete=ON; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
               "PRAGMA foreign_keys=ON; PRAGMA temp_store=MEMORY;",
               NULL, NULL, NULL);
  database->get = prepared(database->handle, "SELECT value FROM key_values WHERE key = ?");
  database->put = prepared(
      database->handle,
      "INSERT INTO key_values VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = ?2");
  database->scan = prepared(database->handle, "SELECT id, title, year, rating FROM books");
  database->begin = prepared(database->handle, "BEGIN IMMEDIATE");
  database->commit = prepared(database->handle, "COMMIT");
  return database;
}

void plain_close(plain_database *database) {
  sqlite3_finalize(database->get);
  sqlite3_finalize(database->put);
  sqlite3_finalize(database->scan);
  sqlite3_finalize(database->begin);
  sqlite3_finalize(database->commit);
  sqlite3_close(database->handle);
  free(database);
}

static void run(sqlite3_stmt *statement) {
  sqlite3_step(statement);
  sqlite3_reset(statement);
}

int64_t plain_get(plain_database *database, int count, int keys) {
  int64_t bytes = 0;
  char key[32];
  for (int number = 0; number < count; number++) {
    int length = snprintf(key, sizeof key, "key/%d", number % keys);
    sqlite3_bind_text(database->get, 1, key, length, SQLITE_TRANSIENT);
    if (sqlite3_step(database->get) == SQLITE_ROW) {
      int size = sqlite3_column_bytes(database->get, 0);
      char *value = malloc((size_t)size);
      memcpy(value, sqlite3_column_blob(database->get, 0), (size_t)size);
      bytes += size + (value[size - 1] & 0);
      free(value);
    }
    sqlite3_reset(database->get);
  }
  return bytes;
}

int plain_put(plain_database *database, int count, int keys, int size, int in_one) {
  static uint64_t stamp;
  char key[32];
  char *value = malloc((size_t)size);
  memset(value, 7, (size_t)size);
  if (in_one) run(database->begin);
  for (int number = 0; number < count; number++) {
    int length = snprintf(key, sizeof key, "key/%d", number % keys);
    if (!in_one) run(database->begin);
    // SQLite writes no page for a value that is there already.
    memcpy(value, &stamp, sizeof stamp);
    stamp++;
    sqlite3_bind_text(database->put, 1, key, length, SQLITE_TRANSIENT);
    sqlite3_bind_blob(database->put, 2, value, size, SQLITE_TRANSIENT);
    run(database->put);
    if (!in_one) run(database->commit);
  }
  if (in_one) run(database->commit);
  free(value);
  return count;
}

// A number that may be missing, as in the column.
typedef struct {
  int64_t value;
  bool is_there;
} number;

typedef struct {
  int64_t id;
  char *title;
  number year, rating;
} book;

static number number_in(sqlite3_stmt *statement, int column) {
  if (sqlite3_column_type(statement, column) == SQLITE_NULL) return (number){0, false};
  return (number){sqlite3_column_int64(statement, column), true};
}

int64_t plain_scan(plain_database *database) {
  size_t count = 0, room = 0;
  book *books = NULL;
  while (sqlite3_step(database->scan) == SQLITE_ROW) {
    if (count == room) {
      room = room ? room * 2 : 64;
      books = realloc(books, room * sizeof *books);
    }
    int size = sqlite3_column_bytes(database->scan, 1);
    char *title = malloc((size_t)size + 1);
    memcpy(title, sqlite3_column_text(database->scan, 1), (size_t)size + 1);
    books[count++] = (book){sqlite3_column_int64(database->scan, 0), title,
                            number_in(database->scan, 2), number_in(database->scan, 3)};
  }
  sqlite3_reset(database->scan);
  int64_t found = (int64_t)count;
  for (size_t index = 0; index < count; index++) free(books[index].title);
  free(books);
  return found;
}
