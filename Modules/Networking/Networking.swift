// Networking: what sits between a service and the wire, over any transport.
//
// Each type here is an `HTTPClient` over another one, and can be left out. Together they belong in
// this order, the caller's side first:
//
// - HTTPCache: answers from the store. It is first, so that a hit takes no turn at the rate limit.
// - HTTPSingleFlight: sends equal requests that run at the same time once. It is above the retries
//   and the rate limit, so that its callers share the attempts and the turn.
// - HTTPRetry: retries. It is above the rate limit, because a server counts every attempt: each
//   takes a turn of its own, and an answer with `Retry-After` closes the gate for all other
//   requests while its own waits here.
// - HTTPRateLimit: limits the requests to each host.
// - HTTPUserAgent: names the app to the server. It is below the cache and the single flight, which
//   compare requests and do not need the field.
// - HTTPLogging: writes a line for each attempt, as it went over the wire.
// - HTTPRecording: records the server's answers; HTTPReplay replays them instead of the transport.
// - The transport.
//
// What several of them use is in Shared, and in Bodies.
//
// Credentials are added above the cache and the single flight: both keep requests with different
// ones apart, and can only do so if they see them.
//
// Redirects are followed by the uppermost client for which each hop counts (`HTTPClient.follow`):
// the cache stores each one, the rate limit lets each one through by itself, and a transport alone
// follows them, too. For a retry below that client each hop is a request of its own; for one above it, all hops
// are one attempt.
//
// Time comes from an `AppClock` and randomness from a `RandomSource`, so that tests control both. The
// transfer that a single flight shares runs in a task of its own, which is cancelled with the last
// caller who shares it.
