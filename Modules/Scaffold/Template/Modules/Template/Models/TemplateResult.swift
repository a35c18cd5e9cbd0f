/// The result of an action.
enum TemplateResult: Hashable {
  case added(TemplateItem)
  case removed(TemplateItem)
  case restored(TemplateItem)
  case loaded(count: Int)
}
