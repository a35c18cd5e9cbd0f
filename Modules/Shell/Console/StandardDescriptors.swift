#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The descriptors 0 to 2, which a parent may have closed.
enum StandardDescriptors {
  /// Opens `/dev/null` on each one that is closed, so that no file of the app gets its number.
  ///
  /// It is opened the wrong way round: reading the input and writing the output fail as they did.
  static func occupy() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // The lowest number that is free is this one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
