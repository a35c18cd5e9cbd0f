import Testing
@testable import Scaffold

/// A SwiftUI host imports these modules and SwiftUI into the same file, without qualifying every name.
@Suite("Public names") struct PublicNamesTests {
  /// The types of SwiftUI that an app's code names.
  private static let swiftUI: Set<String> = [
    "Alert", "Alignment", "Anchor", "Angle", "Animation", "AnyLayout", "AnyTransition", "AnyView",
    "App", "AppStorage", "Axis", "Badge", "Binding", "Button", "Canvas", "Capsule", "Chart",
    "Circle",
    "Color", "ColorPicker", "ColorScheme", "Commands", "ContentMode", "ContentUnavailableView",
    "CoordinateSpace", "DatePicker", "DisclosureGroup", "Divider", "DragGesture", "DynamicProperty",
    "EdgeInsets", "EditButton", "Edge", "EmptyView", "Environment", "EnvironmentKey",
    "EnvironmentValues", "FetchRequest", "FocusState", "Font", "ForEach", "Form", "Gauge",
    "GeometryReader", "Gesture", "Gradient", "Grid", "GridItem", "GridRow", "Group", "GroupBox",
    "HStack", "HorizontalAlignment", "Image", "Label", "LabeledContent", "Layout", "LazyHGrid",
    "LazyVGrid", "LazyVStack", "Link", "List", "LocalizedStringKey", "Material", "Menu", "Model",
    "NavigationLink", "NavigationPath", "NavigationSplitView", "NavigationStack", "Namespace",
    "ObservedObject", "OpenURLAction", "OutlineGroup", "Path", "Picker", "PreferenceKey", "Preview",
    "ProgressView", "Query", "Rectangle", "RoundedRectangle", "Scene", "ScenePhase", "SceneStorage",
    "ScrollView", "SearchScopes", "Section", "SecureField", "Selection", "Settings", "Shader",
    "Shape",
    "ShareLink", "Slider", "Spacer", "State", "StateObject", "Stepper", "SwiftUI", "Tab",
    "TabSection", "TabView", "Table", "TableColumn", "Text", "TextEditor", "TextField", "Toggle",
    "ToolbarItem", "Transaction", "Transition", "UserInterfaceSizeClass", "VStack",
    "VerticalAlignment", "View", "ViewBuilder", "ViewModifier", "Visibility", "Window",
    "WindowGroup", "ZStack",
  ]

  /// The types of Combine, which SwiftUI exports.
  private static let combine: Set<String> = [
    "AnyCancellable", "AnyPublisher", "AnySubscriber", "AsyncPublisher", "Cancellable",
    "CombineIdentifier", "ConnectablePublisher", "CurrentValueSubject", "Deferred", "Empty", "Fail",
    "Future", "ImmediateScheduler", "Just", "ObservableObject", "ObservableObjectPublisher",
    "PassthroughSubject", "Published", "Publisher", "Publishers", "Record", "Scheduler", "Subject",
    "Subscriber", "Subscribers", "Subscription", "Subscriptions", "TopLevelDecoder",
    "TopLevelEncoder",
  ]

  @Test("No public type is named like one of SwiftUI's or Combine's that an app's code uses")
  func swiftUI() {
    let taken = Self.swiftUI.union(Self.combine)
    let types = SourceTree.project.files.filter { $0.module?.isSource == true }.flatMap { file in
      file.publicTypes.map { (file.path, $0) }
    }
    #expect(types.count > 100)
    #expect(types.filter { taken.contains($0.1) }.map { "\($0): \($1)" } == [])
  }

  @Test("A public type is found behind its attributes and modifiers")
  func found() {
    let text = """
      @MainActor public final class Window {
        public struct Text {}
      }
      public enum Tab { case one }
      struct Form {}
      public extension View {}
      """
    let file = SourceFile(path: "Modules/Core/Core/A.swift", text: text)
    #expect(Self.swiftUI.intersection(file.publicTypes) == ["Window", "Tab"])
  }
}

extension SourceFile {
  /// The names of the public types that the file declares outside of any other.
  fileprivate var publicTypes: [String] {
    let pattern =
      /^(?:@\w+ |final |indirect |nonisolated )*(?:public|open) (?:final |indirect )?(?:struct|class|enum|actor|protocol|typealias) (\w+)/
    return codeLines.compactMap { $0.firstMatch(of: pattern).map { String($0.1) } }
  }
}
