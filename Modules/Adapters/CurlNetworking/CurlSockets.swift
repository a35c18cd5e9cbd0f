import CCurl
import Foundation

/// The sockets that libcurl waits for, its timer, and the wake-up pipe; only the loop's thread knows it.
///
/// It reports ready sockets to libcurl, so that a transfer without events costs nothing
/// (`make bench`, 64 at a time).
final class CurlSockets {
  /// The wake-up pipe first.
  private var polled: [pollfd]
  /// Those with events; filled only during a report.
  private var ready: [pollfd] = []
  /// The place of each socket.
  private var places: [Int32: Int] = [:]
  /// When libcurl wants to be called without an event, or nil.
  private var alarm: ContinuousClock.Instant?

  /// - Parameter wakeUp: a descriptor that is readable after a message.
  init(wakeUp: Int32) {
    polled = [pollfd(fd: wakeUp, events: Int16(POLLIN), revents: 0)]
  }

  /// Makes libcurl report to this object, which must outlive the handle.
  func attach(to multi: UnsafeMutableRawPointer) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    ccurl_multi_set_pointer(multi, CURLMOPT_SOCKETDATA, context)
    ccurl_multi_set_sockets(multi, watchSocket)
    ccurl_multi_set_pointer(multi, CURLMOPT_TIMERDATA, context)
    ccurl_multi_set_timer(multi, setTimer)
  }

  /// Waits for events, at most for some milliseconds; true if the wake-up pipe is readable.
  func wait(atMost milliseconds: Int32) -> Bool {
    let left = alarm.map { ($0 - .now).wholeMilliseconds } ?? milliseconds
    let count = poll(&polled, nfds_t(polled.count), min(max(left, 0), milliseconds))
    return count > 0 && polled[0].revents != 0
  }

  /// Whether there are events now, none of which is at the wake-up pipe.
  func hasPendingEvents() -> Bool {
    poll(&polled, nfds_t(polled.count), 0) > 0 && polled[0].revents == 0
  }

  /// Reports the events to libcurl.
  func report(to multi: UnsafeMutableRawPointer) {
    var running: Int32 = 0
    // libcurl changes the list meanwhile.
    for place in polled.indices.dropFirst() where polled[place].revents != 0 {
      ready.append(polled[place])
    }
    for socket in ready where places[socket.fd] != nil {
      ccurl_multi_socket_action(multi, socket.fd, Self.events(socket.revents), &running)
    }
    ready.removeAll(keepingCapacity: true)
    if let alarm, alarm <= .now {
      self.alarm = nil
      ccurl_multi_socket_action(multi, CURL_SOCKET_BAD, 0, &running)
    }
  }

  private static func events(_ found: Int16) -> Int32 {
    var events: Int32 = 0
    if found & Int16(POLLIN | POLLHUP) != 0 { events |= CURL_CSELECT_IN }
    if found & Int16(POLLOUT) != 0 { events |= CURL_CSELECT_OUT }
    if found & Int16(POLLERR | POLLNVAL) != 0 { events |= CURL_CSELECT_ERR }
    return events
  }

  fileprivate func watch(_ socket: Int32, for action: Int32) {
    let place = places[socket]
    if action == CURL_POLL_REMOVE {
      guard let place, let last = polled.popLast() else { return }
      places[socket] = nil
      guard place < polled.count else { return }
      polled[place] = last
      places[last.fd] = place
      return
    }
    var events: Int16 = 0
    if action & CURL_POLL_IN != 0 { events |= Int16(POLLIN) }
    if action & CURL_POLL_OUT != 0 { events |= Int16(POLLOUT) }
    if let place {
      polled[place].events = events
    } else {
      places[socket] = polled.count
      polled.append(pollfd(fd: socket, events: events, revents: 0))
    }
  }

  fileprivate func setAlarm(_ milliseconds: Int) {
    alarm = milliseconds < 0 ? nil : .now + .milliseconds(milliseconds)
  }
}

extension Duration {
  /// The milliseconds, rounded up.
  fileprivate var wholeMilliseconds: Int32 {
    let (seconds, attoseconds) = components
    let rest = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(clamping: min(max(seconds, -1), 1 << 20) * 1000 + rest)
  }
}

// MARK: libcurl's functions

private func watchSocket(
  _ handle: UnsafeMutableRawPointer?, _ socket: curl_socket_t, _ action: Int32,
  _ context: UnsafeMutableRawPointer?, _ own: UnsafeMutableRawPointer?
) -> Int32 {
  guard let context else { return 0 }
  Unmanaged<CurlSockets>.fromOpaque(context).takeUnretainedValue().watch(socket, for: action)
  return 0
}

private func setTimer(
  _ multi: UnsafeMutableRawPointer?, _ milliseconds: Int, _ context: UnsafeMutableRawPointer?
) -> Int32 {
  guard let context else { return 0 }
  Unmanaged<CurlSockets>.fromOpaque(context).takeUnretainedValue().setAlarm(milliseconds)
  return 0
}
