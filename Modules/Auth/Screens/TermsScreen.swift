import Services
import Core

/// What somebody agrees to who makes an account.
final class TermsScreen: Screen {
  let content = ScreenContent(
    title: "Terms",
    sections: [
      ContentSection(
        "terms",
        .text(
          """
          Your account lives on this machine, and so do your books: nothing of them is sent anywhere.

          Your password is kept as a hash from which it can't be read back. Whoever can read this \
          machine's files can read your books.

          You can delete your account at any time. Everything that belongs to it goes with it, and \
          nobody can bring it back.
          """))
    ])

  func perform(_ action: Action.ID, _ input: ActionInput) async {}
}
