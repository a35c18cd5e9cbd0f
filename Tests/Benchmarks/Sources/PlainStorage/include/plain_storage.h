// What the storage is measured against: the same work in plain C over libsqlite3.
#include <stdint.h>

typedef struct plain_database plain_database;

/// Lets the process keep the memory that it frees. Otherwise what is measured is how often glibc gives
/// pages back, in the middle of whoever comes second.
void plain_keep_memory(void);
/// Opens a database with the same settings; null when it can't be.
plain_database *plain_open(const char *path);
void plain_close(plain_database *database);
/// Reads a value by its key `count` times, keys in turn; the number of bytes that were read.
int64_t plain_get(plain_database *database, int count, int keys);
/// Writes a value of `size` bytes by its key `count` times; in one transaction or in one each.
int plain_put(plain_database *database, int count, int keys, int size, int in_one);
/// Reads all rows of a table into structures; how many there were.
int64_t plain_scan(plain_database *database);
