import CurlNetworking
import Foundation
import HTTP
import Networking
import SQLiteStorage

guard let url = URL(string: CommandLine.arguments.last ?? "") else { exit(64) }
let database = try SQLiteDatabase(path: CommandLine.arguments[1], durability: .losable)
try database.migrate(HTTPCache.migrations)
let client = HTTPCache(CurlHTTPClient(), database: database)
let answer = try await client.send(HTTPRequest(url: url))
let body = try await answer.body.collect(upTo: 1 << 20)
let isStored = answer.response.cacheStatus?.source == .store
print("\(answer.response.status): \(body.count) bytes from the \(isStored ? "cache" : "network")")
