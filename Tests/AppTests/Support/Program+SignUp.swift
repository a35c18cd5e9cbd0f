// Needs: Auth, Onboarding

extension Program {
  /// The password of Ada's account.
  static let password = "correct horse battery staple 7f3a"

  /// Creates an account for Ada, ada@example.org, who is signed in then.
  static let signUp = """
    skip-all
    tab account
    create
    set name Ada
    set email ada@example.org
    set password \(password)
    set terms accept
    create

    """
}
