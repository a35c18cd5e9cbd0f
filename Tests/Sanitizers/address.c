// What the address sanitizer is told, in every program that is built with it: where its reports go, what
// names the functions in them, and which leaks are none of ours. Programs that a test starts do not have
// its environment, so these are functions.

const char *__asan_default_options(void);
const char *__lsan_default_options(void);
const char *__lsan_default_suppressions(void);

const char *__asan_default_options(void) {
  return "log_path=" REPORTS ":external_symbolizer_path=" SYMBOLIZER;
}

// A program that suppressed something lists it in its report; .ci/sanitize adds the lists up, prints
// the sum, and takes a report that is nothing but a list for none.
const char *__lsan_default_options(void) { return "print_suppressions=1"; }

// Each line is a part of the name of a function, or of a library, on the way to what was allocated. A
// dollar would be the end of the name.
const char *__lsan_default_suppressions(void) {
  return
      // An object that is held weakly has a side table, whose address stands shifted in the object's
      // header (swift/stdlib/public/SwiftShims/swift/shims/RefCount.h): no leak, but nothing that
      // looks like a pointer points to it.
      "leak:RefCounts*formWeakReference\n"
      // Data(contentsOf:) of an empty file forgets the 4096 bytes that it made room for. Tests read
      // files like this; the app has FileInput.
      "leak:s20FoundationEssentials17readBytesFromFile\n"
      // Foundation's block of data for each thread, which Foundation frees itself. It was reported once, for a thread
      // of Dispatch, at the end of the program.
      "leak:_CFGetTSDCreateIfNeeded\n"
      // The runner of XCTest, which is begun beside the tests, and has none to run.
      "leak:libXCTest.so\n"
      // ncurses looks a terminal up for libedit, and leaks a few bytes each time.
      "leak:_nc_trim_sgr0\n";
}
