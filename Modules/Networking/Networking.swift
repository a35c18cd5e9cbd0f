// Networking: what sits between a service and the wire, over any transport.
//
// Each type here is an `HTTPClient` over another one, and can be left out. Together they belong in
// this order, the caller's side first:
//
// - HTTPCache: an answer that is stored and fresh needs nothing below. It is first, so that a hit
//   costs no turn at a rate limit.
// - HTTPSingleFlight: what the cache lacks is asked for once, however many want it at that time. It
//   is above all that costs time, so that those who share a transfer share its attempts and its turn.
// - HTTPRetry: retries. It is above the rate limit, because a server counts every attempt: each
//   takes a turn of its own, and an answer with `Retry-After` closes the gate for all other
//   requests while its own waits here.
// - HTTPRateLimit: lets a request through when its host may have one more.
// - HTTPUserAgent: says who asks. It is below what compares requests, which need not see it.
// - HTTPLogging: writes a line for each attempt, as it went over the wire.
// - HTTPRecording: records what the server said; HTTPReplay takes the place of the transport.
// - The transport.
//
// What several of them use is in Shared, and in Bodies.
//
// Credentials are added above the cache and the single flight: both keep requests with different
// ones apart, and can only do so if they see them.
//
// Redirects are followed by the uppermost client for which each hop counts (`HTTPClient.follow`):
// the cache stores each one, the rate limit lets each one through by itself, and a transport alone
// follows them, too. All hops are one attempt of a retry.
//
// Time comes from an `AppClock` and chance from a `RandomSource`, so that tests decide both. The
// transfer that a single flight shares runs in a task of its own, which is cancelled with the last
// caller who shares it.
