#include <dlfcn.h>
#include <histedit.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

// libedit's functions, by their types. The library is loaded by the first use, so that scripts do not pay for
// it and the program runs without it. What Swift can't import, functions with variable arguments, has a version
// for each type of an argument. One thread uses them.

/// The library, or null where there is none.
static inline void *cedit_library(void) {
  static void *library;
#ifdef __APPLE__
  if (!library) library = dlopen("libedit.dylib", RTLD_NOW | RTLD_LOCAL);
#else
  if (!library) library = dlopen("libedit.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!library) library = dlopen("libedit.so.0", RTLD_NOW | RTLD_LOCAL);
#endif
  return library;
}

/// Calls a function of the library. There is one wherever `cedit_library` has found it.
#define CEDIT_CALL(name, ...)                                                     \
  static __typeof__(&name) function;                                              \
  if (!function) function = (__typeof__(&name))dlsym(cedit_library(), #name);     \
  return function(__VA_ARGS__)

/// A locale whose characters are UTF-8, the user's own if it is one; null where there is none.
static inline locale_t cedit_utf8_locale(void) {
  const char *names[] = {"", "C.UTF-8", "UTF-8", "en_US.UTF-8"};
  for (int i = 0; i < 4; i++) {
    locale_t locale = newlocale(LC_CTYPE_MASK, names[i], (locale_t)0);
    if (!locale) continue;
    if (!strcmp(nl_langinfo_l(CODESET, locale), "UTF-8")) return locale;
    freelocale(locale);
  }
  return (locale_t)0;
}

/// Makes the characters of this thread UTF-8, and of no other: the process's locale can't change while
/// other threads use it.
static inline void cedit_use_utf8(void) {
  locale_t locale = cedit_utf8_locale();
  if (locale) uselocale(locale);
}

/// Gives this thread the process's locale again.
static inline void cedit_end_utf8(void) {
  locale_t locale = uselocale(LC_GLOBAL_LOCALE);
  if (locale && locale != LC_GLOBAL_LOCALE) freelocale(locale);
}

/// Whether there is a locale with UTF-8.
static inline int cedit_has_utf8(void) {
  locale_t locale = cedit_utf8_locale();
  if (!locale) return 0;
  freelocale(locale);
  return 1;
}

extern int wcwidth(wchar_t character);

/// The columns that a character takes; 0 for one that is not drawn.
static inline int cedit_width(unsigned character) {
  int width = wcwidth((wchar_t)character);
  return width > 0 ? width : 0;
}

static inline EditLine *cedit_init(const char *program, FILE *input, FILE *output) {
  CEDIT_CALL(el_init, program, input, output, output);
}

static inline void cedit_end(EditLine *editor) {
  CEDIT_CALL(el_end, editor);
}

/// Reads a file such as the user's `.editrc`.
static inline int cedit_source(EditLine *editor, const char *path) {
  CEDIT_CALL(el_source, editor, path);
}

static inline const wchar_t *cedit_read(EditLine *editor, int *count) {
  CEDIT_CALL(el_wgets, editor, count);
}

static inline void cedit_resize(EditLine *editor) {
  CEDIT_CALL(el_resize, editor);
}

/// Sets the number of rows in which a line is drawn, until the next `cedit_resize`.
static inline int cedit_set_rows(EditLine *editor, int rows) {
  wchar_t text[16];
  swprintf(text, 16, L"%d", rows);
  CEDIT_CALL(el_wset, editor, EL_SETTC, L"li", text, NULL);
}

/// The text before the cursor and all of it, until the next call.
static inline const LineInfoW *cedit_line(EditLine *editor) {
  CEDIT_CALL(el_wline, editor);
}

static inline int cedit_insert(EditLine *editor, const wchar_t *text) {
  CEDIT_CALL(el_winsertstr, editor, text);
}

/// Moves the cursor to the right, or by a negative number to the left; returns its place in the line.
static inline int cedit_move(EditLine *editor, int count) {
  CEDIT_CALL(el_cursor, editor, count);
}

/// Deletes characters before the cursor.
static inline void cedit_delete(EditLine *editor, int count) {
  CEDIT_CALL(el_deletestr, editor, count);
}

static inline int cedit_set_text(EditLine *editor, int option, const wchar_t *value) {
  CEDIT_CALL(el_wset, editor, option, value);
}

static inline int cedit_set_number(EditLine *editor, int option, int value) {
  CEDIT_CALL(el_wset, editor, option, value);
}

static inline int cedit_set_context(EditLine *editor, void *value) {
  CEDIT_CALL(el_wset, editor, EL_CLIENTDATA, value);
}

/// The context that was given to the editor.
static inline void *cedit_context(EditLine *editor) {
  static __typeof__(&el_wget) function;
  if (!function) function = (__typeof__(&el_wget))dlsym(cedit_library(), "el_wget");
  void *context = NULL;
  function(editor, EL_CLIENTDATA, &context);
  return context;
}

/// The prompt; what stands between two characters U+0001 takes no room, and goes with the next character.
static inline int cedit_set_prompt(EditLine *editor, wchar_t *(*value)(EditLine *)) {
  CEDIT_CALL(el_wset, editor, EL_PROMPT_ESC, value, (wchar_t)1);
}

static inline int cedit_set_reading(EditLine *editor, int (*value)(EditLine *, wchar_t *)) {
  CEDIT_CALL(el_wset, editor, EL_GETCFN, value);
}

static inline int cedit_bind(EditLine *editor, const wchar_t *key, const wchar_t *command) {
  CEDIT_CALL(el_wset, editor, EL_BIND, key, command, NULL);
}

/// Binds the tabulator to a function. The editor keeps the texts.
static inline int cedit_set_completion(EditLine *editor, unsigned char (*value)(EditLine *, wint_t)) {
  CEDIT_CALL(el_wset, editor, EL_ADDFN, L"complete", L"Complete the word", value)
    || function(editor, EL_BIND, L"\t", L"complete", NULL);
}

/// Adds the functions that move over a whole character or delete one. The editor keeps the texts.
static inline void cedit_add_character_functions(
    EditLine *editor, unsigned char (*previous)(EditLine *, wint_t),
    unsigned char (*next)(EditLine *, wint_t), unsigned char (*deletePrevious)(EditLine *, wint_t),
    unsigned char (*deleteNext)(EditLine *, wint_t)) {
  static __typeof__(&el_wset) set;
  if (!set) set = (__typeof__(&el_wset))dlsym(cedit_library(), "el_wset");
  set(editor, EL_ADDFN, L"previous-character", L"Move to the previous character", previous);
  set(editor, EL_ADDFN, L"next-character", L"Move to the next character", next);
  set(editor, EL_ADDFN, L"delete-previous-character", L"Delete the previous character", deletePrevious);
  set(editor, EL_ADDFN, L"delete-next-character", L"Delete the next character", deleteNext);
}

/// Draws the prompt and the line at the cursor.
static inline int cedit_draw(EditLine *editor) {
  CEDIT_CALL(el_wset, editor, EL_REFRESH);
}

static inline HistoryW *cedit_history_init(int limit) {
  static __typeof__(&history_winit) make;
  static __typeof__(&history_w) change;
  if (!make) make = (__typeof__(&history_winit))dlsym(cedit_library(), "history_winit");
  if (!change) change = (__typeof__(&history_w))dlsym(cedit_library(), "history_w");
  HistoryW *history = make();
  HistEventW event;
  if (history) change(history, &event, H_SETSIZE, limit);
  if (history) change(history, &event, H_SETUNIQUE, 1);
  return history;
}

static inline void cedit_history_add(HistoryW *history, const wchar_t *line) {
  static __typeof__(&history_w) change;
  if (!change) change = (__typeof__(&history_w))dlsym(cedit_library(), "history_w");
  HistEventW event;
  change(history, &event, H_ENTER, line);
}

static inline void cedit_history_end(HistoryW *history) {
  CEDIT_CALL(history_wend, history);
}

static inline void cedit_history_clear(HistoryW *history) {
  static __typeof__(&history_w) change;
  if (!change) change = (__typeof__(&history_w))dlsym(cedit_library(), "history_w");
  HistEventW event;
  change(history, &event, H_CLEAR);
}

static inline int cedit_use_history(EditLine *editor, HistoryW *history) {
  CEDIT_CALL(el_wset, editor, EL_HIST, dlsym(cedit_library(), "history_w"), history);
}
