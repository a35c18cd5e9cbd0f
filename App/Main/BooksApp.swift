import AppComposition

@main struct Entry { static func main() {} }
