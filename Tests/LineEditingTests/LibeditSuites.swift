import Testing

/// The suites that edit lines, one test at a time: libedit's terminal is global in a process, and the
/// app has one.
@Suite("libedit", .serialized) enum LibeditSuites {}
