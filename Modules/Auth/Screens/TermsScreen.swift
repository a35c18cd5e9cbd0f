import Services
import Core

/// The terms for a new account.
final class TermsScreen: Screen {
  let content = ScreenContent(
    title: "Terms",
    sections: [
      ContentSection(
        "terms",
        .text(
          """
          Your account and your books stay on this machine. Nothing is sent anywhere.

          Your password is stored as a hash and can't be read back. Anyone who can read this \
          machine's files can read your books.

          You can delete your account, with everything in it, at any time. This cannot be undone.
          """))
    ])
}
