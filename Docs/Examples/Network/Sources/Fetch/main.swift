import CurlNetworking
import Foundation
import HTTP

guard let url = URL(string: CommandLine.arguments.last ?? "") else { exit(64) }
let client = CurlHTTPClient()
do throws(HTTPError) {
  let answer = try await client.send(HTTPRequest(url: url))
  let body = try await answer.body.collect(upTo: 1 << 20)
  print("\(answer.response.status): \(body.count) bytes from \(answer.url)")
} catch { print("No answer: \(error)") }
