import Services
import Core

/// The terms for a new account.
final class TermsScreen: Screen {
  // feature: Books
  private static let sending =
    "Nothing of it is sent anywhere. If you choose a catalogue on the network, it gets your"
    + " searches, the books that you open, and the contact that you add."
  // else: private static let sending = "Nothing of it is sent anywhere."
  // end

  let content = ScreenContent(
    title: "Terms",
    sections: [
      ContentSection(
        "terms",
        .text(
          """
          Your account and what you keep in it stay on this machine. \(TermsScreen.sending)

          Your password is stored as a hash and can't be read back. Anyone who can read this \
          machine's files can read what you keep in it.

          You can delete your account, with everything in it, at any time. This cannot be undone.
          """))
    ])
}
