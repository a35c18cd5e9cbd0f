#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The descriptors 0 to 2, which a parent may have closed.
enum StandardDescriptors {
  /// Opens `/dev/null` on each one that is closed, so that no file of the app gets its number.
  ///
  /// It is opened in the opposite mode, so reading the input and writing the output still fail.
  static func occupy() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // This is the lowest free number.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
