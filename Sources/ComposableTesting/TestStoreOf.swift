public import Composable

/// The test's store of a feature: `TestStoreOf<Library>` for
/// `TestStore<Library.State, Library.Action>`.
public typealias TestStoreOf<Feature: Reducer> = TestStore<Feature.State, Feature.Action>
where Feature.State: Equatable
