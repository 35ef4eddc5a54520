// LibraryFeature
