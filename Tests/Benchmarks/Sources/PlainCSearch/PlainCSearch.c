// The statements of a catalogue search, as a program in C would run them: prepared once, bound,
// stepped, and their columns copied.
//
// usage: PlainCSearch <database>
// Standard input has searches: a line with the number of statements and of runs, then for each
// statement a line with its SQL, one with the number of its values, and the values (i or t, then the
// value), one a line. The answer to each search is a line with the nanoseconds of each run.

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_STATEMENTS 1024
#define MOST_VALUES 8

typedef struct {
  sqlite3_stmt *statement;
  int count;
  char *texts[MOST_VALUES];
  long long numbers[MOST_VALUES];
} Call;

static char *line(void) {
  static char *buffer;
  static size_t size;
  ssize_t length = getline(&buffer, &size, stdin);
  if (length <= 0) return 0;
  if (buffer[length - 1] == '\n') buffer[length - 1] = 0;
  return buffer;
}

static void stop(sqlite3 *database, const char *what) {
  fprintf(stderr, "PlainCSearch: %s: %s\n", what, sqlite3_errmsg(database));
  exit(70);
}

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void run(sqlite3 *database, Call *call) {
  for (int index = 0; index < call->count; index++) {
    if (call->texts[index])
      sqlite3_bind_text(call->statement, index + 1, call->texts[index], -1, SQLITE_TRANSIENT);
    else
      sqlite3_bind_int64(call->statement, index + 1, call->numbers[index]);
  }
  int code;
  while ((code = sqlite3_step(call->statement)) == SQLITE_ROW) {
    int columns = sqlite3_column_count(call->statement);
    for (int column = 0; column < columns; column++) {
      if (sqlite3_column_type(call->statement, column) == SQLITE_TEXT) {
        const char *text = (const char *)sqlite3_column_text(call->statement, column);
        int length = sqlite3_column_bytes(call->statement, column);
        char *copy = malloc(length + 1);
        memcpy(copy, text, length);
        // Whoever asked for the text would look at it.
        __asm__ volatile("" : : "r"(copy) : "memory");
        free(copy);
      } else {
        volatile long long number = sqlite3_column_int64(call->statement, column);
        (void)number;
      }
    }
  }
  if (code != SQLITE_DONE) stop(database, "stepping");
  sqlite3_reset(call->statement);
}

int main(int count, char **arguments) {
  sqlite3 *database;
  if (count != 2) return 64;
  if (sqlite3_open_v2(arguments[1], &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, 0))
    stop(database, "opening");
  sqlite3_exec(database, "PRAGMA temp_store=MEMORY", 0, 0, 0);
  static Call calls[MOST_STATEMENTS];
  // A statement is prepared once, as programs do it that care.
  static char *known[MOST_STATEMENTS];
  static sqlite3_stmt *prepared[MOST_STATEMENTS];
  int knownCount = 0;
  char *text;
  while ((text = line())) {
    int statements = 0, runs = 0;
    if (sscanf(text, "%d %d", &statements, &runs) != 2 || statements > MOST_STATEMENTS) return 65;
    for (int number = 0; number < statements; number++) {
      Call *call = &calls[number];
      text = line();
      int found = 0;
      while (found < knownCount && strcmp(known[found], text)) found++;
      if (found == knownCount) {
        if (sqlite3_prepare_v3(
              database, text, -1, SQLITE_PREPARE_PERSISTENT, &prepared[found], 0))
          stop(database, text);
        known[knownCount++] = strdup(text);
      }
      call->statement = prepared[found];
      call->count = atoi(line());
      for (int index = 0; index < call->count; index++) {
        text = line();
        call->texts[index] = text[0] == 't' ? strdup(text + 1) : 0;
        call->numbers[index] = text[0] == 'i' ? atoll(text + 1) : 0;
      }
    }
    for (int index = 0; index < runs; index++) {
      sqlite3_exec(database, "BEGIN", 0, 0, 0);
      long long start = now();
      for (int number = 0; number < statements; number++) run(database, &calls[number]);
      printf("%lld ", now() - start);
      sqlite3_exec(database, "COMMIT", 0, 0, 0);
    }
    printf("\n");
    fflush(stdout);
    for (int number = 0; number < statements; number++)
      for (int index = 0; index < calls[number].count; index++) free(calls[number].texts[index]);
  }
  return 0;
}
