import Testing

/// Compares pages that name files, functions and tests with the sources.
@Suite("The documentation matches the sources") enum DocsTests {}
