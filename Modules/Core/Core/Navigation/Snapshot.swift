/// The content that the user sees at one moment, as a value.
public struct Snapshot: Codable, Hashable, Sendable {
  /// One visible screen.
  public struct Pane: Codable, Hashable, Sendable {
    /// The kind of the screen.
    public var kind: ScreenKind
    /// The header above the screen.
    public var header: Header
    /// The content of the screen.
    public var content: ScreenContent
  }

  /// One tab of the tab bar.
  public struct Tab: Codable, Hashable, Sendable {
    /// Identifies the tab.
    public var id: TabID
    /// The visible title.
    public var title: String
    /// Whether the tab is selected.
    public var isSelected: Bool
  }

  /// The visible screens: one, or two side by side in a split; none before the launch.
  public var panes: [Pane]
  /// The tabs; empty if no tab can be selected.
  public var tabs: [Tab]
  /// The number of modal layers.
  public var layers: Int
  /// The entry of each pane. Pass it with a request: the request is dropped if the entry is no
  /// longer visible. Not encoded.
  public var entries: [NavigationTree.EntryID] = []
  /// Whether work runs that the user waits for; the panes show its progress. Not encoded.
  public var isBusy = false
  /// Whether notices wait for ``AppSession/consumeNotices()``. Not encoded.
  public var hasNotices = false

  private enum CodingKeys: String, CodingKey { case panes, tabs, layers }
}
