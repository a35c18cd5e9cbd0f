import Testing

@testable import Scaffold

@Suite("The new name in a copied project") struct AppRenamingTests {
  @Test("A renamed folder leaves no empty folder with the old name, and other files stay")
  func folders() throws {
    try withProject { project in
      let old = try project.appName.text
      try project.write("", to: "Modules/\(old)Kit/Models/A.swift")
      try project.write("", to: "Docs/\(old).md")
      try project.write("", to: "Docs/other.md")
      try project.withApp { app in
        #expect(app.exists("Modules/\(Project.newApp)Kit/Models/A.swift"))
        #expect(!app.exists("Modules/\(old)Kit"))
        #expect(app.exists("Docs/\(Project.newApp).md") && app.exists("Docs/other.md"))
      }
    }
  }

  @Test("The mark of databases has eight digits, even if the first one is 0")
  func shortMark() throws {
    try withProject { project in
      try project.withApp("Thimble") { app in
        let identity = try app.required(AppIdentityFile(app).path)
        #expect(identity.contains("applicationID: 0x075C_619D"))
      }
    }
  }
}
