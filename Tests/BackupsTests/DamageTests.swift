import Backups
import Core
import Testing

@Suite("A damaged database")
struct DamageTests {
}
