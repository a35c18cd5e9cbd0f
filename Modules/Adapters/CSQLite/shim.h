#include <sqlite3.h>

// What Swift can't import: variadic functions, and a macro that is a cast.

/// Keeps statements from changing the file in ways that SQL should not (SQLITE_DBCONFIG_DEFENSIVE), such as the tables
/// of a full-text index; or permits that.
static inline int csqlite_set_defensive(sqlite3 *database, int is_defensive) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, is_defensive, (int *)0);
}

/// Disables triggers and views, and unsafe functions in the schema.
static inline int csqlite_distrust_schema(sqlite3 *database) {
  int code = sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
  if (code == SQLITE_OK)
    code = sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
  if (code == SQLITE_OK)
    code = sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  return code;
}

/// Tells SQLite to copy the bytes before the call returns (SQLITE_TRANSIENT).
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

/// Turns off SQLite's memory statistics, for which threads would wait (SQLITE_CONFIG_MEMSTATUS; `make bench`: a
/// dump import). It must be called before the first use of SQLite.
static inline int csqlite_count_no_memory(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
