import Testing

/// Pages that name files, functions and tests are held against the sources.
@Suite("The documentation says what is so") enum DocsTests {}
