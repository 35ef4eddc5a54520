print("libraryctl")
