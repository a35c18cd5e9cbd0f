// An empty module without the trait, so that the library's header isn't needed then.
#if Covers
  import CTurboJPEG
  package import Terminal

  /// Decodes JPEG files with libturbojpeg.
  ///
  /// It decodes pictures from strangers, so it takes nothing on trust: sides are checked before there
  /// is memory for them, a file that ends early is refused, and so is one of hundreds of scans.
  package struct TurboJPEGDecoder: PictureDecoder {
    /// Creates a decoder, or nil if the library is missing.
    package init?() {
      guard cturbojpeg_library() != nil else { return nil }
    }

    /// Returns the pixels of a JPEG file, scaled down while decoding.
    package func pixels(
      of file: PictureFile, atLeast width: Int, _ height: Int
    ) throws(PictureProblem) -> Pixels {
      guard file.kind == .jpeg else { throw .unknownFormat }
      guard let handle = cturbojpeg_init() else { throw .noLibrary }
      defer { _ = cturbojpeg_destroy(handle) }
      var (fullWidth, fullHeight) = (Int32(0), Int32(0))
      let count = UInt(file.bytes.count)
      guard cturbojpeg_header(handle, file.bytes, count, &fullWidth, &fullHeight) == 0 else {
        throw problem(of: handle)
      }
      let sides = 1...Int32(PictureFile.maximumSide)
      guard sides.contains(fullWidth), sides.contains(fullHeight) else { throw .tooLarge }
      let size = scaled(
        fullWidth, fullHeight, atLeast: Int32(clamping: width), Int32(clamping: height))
      var bytes = [UInt8](repeating: 0, count: Int(size.width) * Int(size.height) * 3)
      guard cturbojpeg_decode(handle, file.bytes, count, &bytes, size.width, size.height) == 0
      else {
        throw problem(of: handle)
      }
      guard let pixels = Pixels(width: Int(size.width), height: Int(size.height), bytes: bytes)
      else { throw .tooLarge }
      return pixels
    }

    private func problem(of handle: tjhandle) -> PictureProblem {
      .damaged(cturbojpeg_problem(handle).map { String(cString: $0) } ?? "")
    }

    /// Returns the smallest size that the decoder can give and that is large enough.
    private func scaled(
      _ width: Int32, _ height: Int32, atLeast leastWidth: Int32, _ leastHeight: Int32
    ) -> (width: Int32, height: Int32) {
      var count: Int32 = 0
      let factors = UnsafeBufferPointer(start: cturbojpeg_factors(&count), count: Int(count))
      return factors.filter { $0.num <= $0.denom }
        .map { (cturbojpeg_scaled(width, $0), cturbojpeg_scaled(height, $0)) }
        .filter { $0.0 >= min(width, leastWidth) && $0.1 >= min(height, leastHeight) }
        .min { $0.0 < $1.0 } ?? (width, height)
    }
  }
#endif
