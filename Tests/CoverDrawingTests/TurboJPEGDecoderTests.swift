#if Covers
  import Testing
#endif
