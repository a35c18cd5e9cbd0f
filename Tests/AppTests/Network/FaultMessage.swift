// Needs: Books

import Core
import Services
import TestKit

/// What a person reads when a server fails. This table has every fault.
enum FaultMessage: Hashable {
  /// Nothing: it is an answer.
  case none
  /// There is no connection.
  case unreachable
  case interrupted
  /// There is no TLS where it has to be.
  case untrusted
  case late
  case busy(Int)
  /// Only of a search.
  case refused(Int)
  case unreadable

  init(_ fault: Misbehaviour) {
    self =
      switch fault {
      case .connection(let fault): Self(fault)
      case .framing(let fault): Self(fault)
      case .statusLine(let fault): Self(fault)
      case .head(let fault): Self(fault)
      case .coding(let fault): Self(fault)
      case .content(let fault): Self(fault)
      case .redirect(let fault): Self(fault)
      case .date: .none
      case .retry(let fault): .busy(fault.status)
      // The final response never comes.
      case .status(..<200): .late
      // Without a body.
      case .status(200..<300): .unreadable
      case .status(400): .refused(400)
      case .status(let status): .busy(status)
      }
  }

  private init(_ fault: ConnectionFault) {
    self =
      switch fault {
      case .silentFromTheStart, .silentInHeader, .silentAfterHeader, .silentInBody, .slow,
        .slowBody:
        .late
      case .closesAfterAnswer, .resetsAfterAnswer, .sendsMoreAfterAnswer, .answersTwice: .none
      default: .interrupted
      }
  }

  private init(_ fault: FramingFault) {
    self =
      switch fault {
      case .longBody, .equalLengths, .lengthAndChunks, .chunkedTwice, .chunkedNotLast, .tinyChunks:
        .none
      case .endlessChunkExtension: .late
      // libcurl says of most chunks that it could not receive them.
      case .shortBody, .textAsChunkSize, .emptyChunkSize, .negativeChunkSize, .hugeChunkSize,
        .overflowingChunkSize, .longChunk, .shortChunk, .missingLastChunk, .missingLastLine:
        .interrupted
      default: .unreadable
      }
  }

  private init(_ fault: StatusLineFault) {
    self =
      switch fault {
      case .noReason, .controlCharacters: .none
      case .onlyContinue: .interrupted
      default: .unreadable
      }
  }

  private init(_ fault: HeadFault) {
    self =
      switch fault {
      case .bareCR, .bareLF, .foldedValue, .controlSequence, .delete, .latin1, .invalidUTF8,
        .manyCookies, .differingTypes:
        .none
      default: .unreadable
      }
  }

  private init(_ fault: CodingFault) {
    self =
      switch fault {
      // A body in an unknown coding is passed on as it is, and this one is JSON.
      case .gzipWithoutTrailer, .gzipTwice, .unknownCoding: .none
      case .closesInGzip: .interrupted
      default: .unreadable
      }
  }

  private init(_ fault: ContentFault) {
    self =
      switch fault {
      case .duplicateKeys, .escapedNul, .controlSequences, .directions, .byteOrderMark, .utf16,
        .hugeNumbers, .longNumber, .longString, .loneSurrogate, .manyBooks, .hostileKeys:
        .none
      default: .unreadable
      }
  }

  private init(_ fault: RedirectFault) {
    self =
      switch fault {
      case .https: .untrusted
      case .noLocation: .busy(302)
      default: .unreadable
      }
  }
}

extension FaultMessage {
  /// The notice about a server of this machine, while books come from this machine.
  func notice(at port: Int) -> String? { notice("127.0.0.1:\(port)") }

  /// The notice about a server with a name.
  func notice(_ name: String) -> String? {
    let what: String? =
      switch self {
      case .none, .refused: nil
      case .unreachable: "can't be reached"
      case .interrupted: "ends the connection before its answer is complete"
      case .untrusted:
        "can't be reached securely: perhaps its address is wrong, or this network asks you to sign in"
          + " first"
      case .late: "does not answer in time"
      case .busy(let status): "is busy or broken (status \(status))"
      case .unreadable:
        "gives an answer that can't be read: perhaps this network asks you to sign in first"
      }
    return what.map {
      "\(name) \($0). Until it answers, books come from the catalogue on this machine."
    }
  }

  /// The status of a screen for which this machine has nothing.
  var status: ContentStatus {
    switch self {
    case .none: .idle
    case .unreachable: .offline(message: "The catalogue can't be reached.", retry: "retry")
    case .interrupted:
      .failed(
        message: "The catalogue's answer broke off. Try again in a moment.", retry: "retry")
    case .untrusted:
      .failed(
        message:
          "There is no secure connection to the catalogue. Check its address; perhaps the network asks you"
          + " to sign in first.", retry: "retry")
    case .late:
      .failed(message: "The catalogue took too long. Try again in a moment.", retry: "retry")
    case .busy(let status):
      .failed(
        message: "The catalogue is unavailable (\(status)). Try again in a moment.", retry: "retry")
    case .refused(let status):
      .failed(
        message:
          "The catalogue refuses this search (\(status)). Enter a longer word or more words.",
        retry: nil)
    case .unreadable:
      .failed(message: "The catalogue's answer can't be read. Try again later.", retry: "retry")
    }
  }
}
