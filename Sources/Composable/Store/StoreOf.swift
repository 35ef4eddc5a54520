/// The store of a feature: `StoreOf<Library>` for `Store<Library.State, Library.Action>`.
public typealias StoreOf<Feature: Reducer> = Store<Feature.State, Feature.Action>
