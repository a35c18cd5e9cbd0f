import Testing

/// Pages that name files, functions and tests are held against the sources.
@Suite("The documentation matches the sources") enum DocsTests {}
