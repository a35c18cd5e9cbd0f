import Core
import Inspection
import Services
import Testing

@Suite("The text of a map, with names that are not identifiers")
struct AppMapTests {
  private let map = AppMap(
    screens: ["List": 0, "Picker<Genre>": 1, "Picker_Genre_": 2, "A.(\"x\").B": 3],
    edges: [
      AppMap.Edge(from: "List", action: "pick", to: "Picker<Genre>"),
      AppMap.Edge(from: "Picker<Genre>", action: "a|b", to: "A.(\"x\").B"),
    ])

  @Test("In Mermaid each screen has its own identifier, and its name in the label")
  func mermaid() {
    let text = """
      flowchart LR
        List["List<br/>0 steps"]
        Picker_Genre__2["Picker#lt;Genre#gt;<br/>1 step"]
        Picker_Genre_["Picker_Genre_<br/>2 steps"]
        A___x___B["A.(#quot;x#quot;).B<br/>3 steps"]
        List -->|pick| Picker_Genre__2
        Picker_Genre__2 -->|a#124;b| A___x___B

      """
    #expect(map.mermaid == text)
  }

  @Test("In DOT the names are quoted")
  func dot() {
    let text = #"""
      digraph app {
        rankdir=LR;
        node [shape=box];
        "List" [label="List\n0 steps"];
        "Picker<Genre>" [label="Picker<Genre>\n1 step"];
        "Picker_Genre_" [label="Picker_Genre_\n2 steps"];
        "A.(\"x\").B" [label="A.(\"x\").B\n3 steps"];
        "List" -> "Picker<Genre>" [label="pick"];
        "Picker<Genre>" -> "A.(\"x\").B" [label="a|b"];
      }

      """#
    #expect(map.dot == text)
  }
}
