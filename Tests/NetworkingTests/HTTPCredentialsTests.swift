import Foundation
import HTTP
import Networking
import TestKit
import Testing

@Suite("Cassettes without credentials")
struct HTTPCredentialsTests {
  @Test("Values of fields that may be credentials are replaced")
  func secretFields() throws {
    func name(_ text: String) throws -> HTTPField.Name { try #require(HTTPField.Name(text)) }
    var fields: HTTPFields = [
      .authorization: "s", .cookie: "s", .proxyAuthorization: "s", .setCookie: "s",
      try name("X-Api-Key"): "s", try name("x-auth-TOKEN"): "s", try name("X-Session"): "s",
      try name("X-CSRF"): "s",
    ]
    let response = HTTPResponse(status: 200, headerFields: fields)
    fields[try name("X-Anything")] = "s"
    let request = HTTPRequest(url: testURL(), headerFields: fields)
    let entry = HTTPCassette.Entry(request, response, body: Data())
    #expect(Set(entry.request.headerFields.map(\.value)) == ["***"])
    #expect(Set(entry.response.headerFields.map(\.value)) == ["***"])
    let harmless: HTTPFields = [.eTag: "s", .age: "s", .wwwAuthenticate: "s", try name("X-A"): "s"]
    let other = HTTPCassette.Entry(
      .to("1"), HTTPResponse(status: 200, headerFields: harmless), body: Data())
    #expect(other.response.headerFields == harmless)
  }

  @Test(
    "Items of a URL that may be credentials are replaced, in a redirect too",
    arguments: [
      ("/?access_token=s", "/?access_token=***"), ("/?a=1&Key=s&b", "/?a=1&Key=***&b"),
      ("/?%6Bey=s", "/?%6Bey=***"), ("/?author=s&keyword=s&q=s", "/?author=s&keyword=s&q=s"),
      ("/?code=s;sig=s", "/?code=***;sig=***"), ("/?password=s?key=s", "/?password=***?key=***"),
      ("/?key=s=s", "/?key=***"), ("/key=s", "/key=s"),
      ("/?authorization=s&subscription-key=s", "/?authorization=***&subscription-key=***"),
      ("/?access_key=s&user_key=s", "/?access_key=***&user_key=***"),
      ("/?passphrase=s&code_verifier=s", "/?passphrase=***&code_verifier=***"),
      ("/?PHPSESSID=s", "/?PHPSESSID=***"), ("/a;jsessionid=s", "/a;jsessionid=***"),
      ("/?ticket=s&otp=s&hmac=s", "/?ticket=***&otp=***&hmac=***"),
      ("/?auth=s&cookie=s", "/?auth=***&cookie=***"),
      ("/?SAMLResponse=s&_csrf=s&user_pass=s", "/?SAMLResponse=***&_csrf=***&user_pass=***"),
      (
        "/?client_secret=s&client_assertion=s", "/?client_secret=***&client_assertion=***"
      ),
      (
        "/?X-Amz-Signature=s&X-Amz-Credential=s",
        "/?X-Amz-Signature=***&X-Amz-Credential=***"
      ),
      ("/?pwd=s&pin=s&bearer=s&jwt=s", "/?pwd=***&pin=***&bearer=***&jwt=***"),
      ("/?0123456789abcdef&raw", "/?***&raw"), ("/a;0123456789abcdef", "/a;***"),
      ("/a;jsessionid=s/b", "/a;jsessionid=***/b"), ("/a&token=s/b?a=1", "/a&token=***/b?a=1"),
      ("/R&D/reports/2024/jan", "/R&D/reports/2024/jan"),
      ("/Research&Development", "/Research&Development"),
    ])
  func secretItems(_ text: String, _ expected: String) {
    let fields: HTTPFields = [.location: "https://u:p@b.example\(text)#access_token=s"]
    let entry = HTTPCassette.Entry(
      HTTPRequest(url: testURL("https://u:p@a.example\(text)#s")),
      HTTPResponse(status: 302, headerFields: fields), body: Data())
    #expect(entry.request.url.absoluteString == "https://a.example\(expected)")
    #expect(entry.url == entry.request.url)
    #expect(
      entry.response.headerFields[.location]
        == "https://b.example\(expected)#access_token=***")
  }

  @Test(
    "URLs in fields of an answer have no credentials",
    arguments: [
      (
        "Link",
        "<https://u:p@a.example/?page=2&token=s>; rel=\"next\", <https://u:p@b.example/?key=s&a=1>",
        "<https://a.example/?page=2&token=***>; rel=\"next\", <https://b.example/?key=***&a=1>"
      ),
      ("Refresh", "5; url=https://u:p@a.example/?token=s", "5; url=https://a.example/?token=***"),
      ("Location", "https://b.example/#eyJhbGciOiJIUzI1NiJ9", "https://b.example/#***"),
      ("Location", "/b#chapter-2", "/b#chapter-2"),
      ("Location", "/b?token=s", "/b?token=***"), ("Content-Location", "b?sid=s", "b?sid=***"),
      ("Location", "https://u@x:p@b.example/b", "https://b.example/b"),
    ])
  func urlFields(_ name: String, _ value: String, _ expected: String) throws {
    let field = HTTPField(name: try #require(HTTPField.Name(name)), value: value)
    let response = HTTPResponse(status: 200, headerFields: HTTPFields([field]))
    let entry = HTTPCassette.Entry(.to("1"), response, body: Data())
    #expect(entry.response.headerFields.map(\.value) == [expected])
  }
}
