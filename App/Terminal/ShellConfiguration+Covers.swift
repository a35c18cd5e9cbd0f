import Shell

#if Covers
  import CoverDrawing
#endif

extension ShellConfiguration {
  /// Returns the configuration with the decoder of covers, if the trait is on.
  @MainActor func drawing() -> ShellConfiguration {
    #if Covers
      var configuration = self
      configuration.pictureDecoder = TurboJPEGDecoder()
      return configuration
    #else
      return self
    #endif
  }
}
